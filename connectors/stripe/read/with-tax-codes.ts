import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { SaleLine } from '../../../src/mapping/sale.ts';
import type { Page, SourceResult } from '../../../src/mapping/source-connector.ts';
import { decoded } from '../client/decoded.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { object, reference } from '../records/codec.ts';

const Product = object('Product', { id: t.string, tax_code: reference });

/** Where the key may not read products, no tax code is known, and `check` says so: a sale is not held for that. */
const taxCodeOf =
  (api: StripeApi) =>
  (sku: string): Read<string | null> =>
  async () => {
    const product = await decoded(api.retrieve('product', sku), Product)();
    if (E.isRight(product)) return E.right(product.right.tax_code);
    const isUnknown = ['NoSuchObject', 'MissingPermission', 'Undecodable'].includes(product.left._tag);
    return isUnknown ? E.right(null) : product;
  };

/** A sale with the tax codes of its products, as they are today: Stripe has none on an invoice, a session or a charge. */
export const withTaxCodes =
  (api: StripeApi) =>
  (result: SourceResult): Read<SourceResult> =>
  async () => {
    if (E.isLeft(result)) return E.right(result);
    const lines: SaleLine[] = [];
    for (const line of result.right.lines) {
      const taxCode = line.sku === null ? E.right(null) : await taxCodeOf(api)(line.sku)();
      if (E.isLeft(taxCode)) return taxCode;
      lines.push(taxCode.right === null ? line : { ...line, taxCode: taxCode.right });
    }
    return E.right(E.right({ ...result.right, lines }));
  };

export const pageWithTaxCodes =
  (api: StripeApi) =>
  (page: Page): Read<Page> =>
  async () => {
    const results: SourceResult[] = [];
    for (const result of page.results) {
      const coded = await withTaxCodes(api)(result)();
      if (E.isLeft(coded)) return coded;
      results.push(coded.right);
    }
    return E.right({ ...page, results });
  };
