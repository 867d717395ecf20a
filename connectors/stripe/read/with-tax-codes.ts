/**
 * Adds what Stripe keeps apart from a sale: the tax codes of its products, and the kinds of its taxes, some of which are fees.
 */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { findUsState, stateOfZip } from '../../../src/mapping/country.ts';
import type { Page, SourceResult } from '../../../src/mapping/source-connector.ts';
import { isOfOneObject } from '../errors.ts';
import { decoded } from '../client/decoded.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import type { StripeAddress } from '../records/address.ts';
import { object, reference } from '../records/codec.ts';
import type { TaxedDocument } from '../to-sale/invoice-parts.ts';
import type { Invoice, InvoiceLine } from '../records/invoice.ts';
import { type StripeTax, TaxRate } from '../records/tax.ts';

/** A sale with the tax codes that its products have today: an invoice, a session or a charge has none. */
export const withTaxCodes =
  (api: StripeApi) =>
  (result: SourceResult): Read<SourceResult> =>
    E.isLeft(result)
      ? TE.right(result)
      : pipe(
          result.right.lines,
          TE.traverseSeqArray((line) =>
            TE.map((taxCode: string | null) => (taxCode === null ? line : { ...line, taxCode }))(
              line.sku === null ? TE.right(null) : taxCodeOf(api, line.sku),
            ),
          ),
          TE.map((lines) => E.right({ ...result.right, lines })),
        );

export const pageWithTaxCodes =
  (api: StripeApi) =>
  (page: Page): Read<Page> =>
    pipe(
      page.results,
      TE.traverseSeqArray(withTaxCodes(api)),
      TE.map((results) => ({ ...page, results })),
    );

/**
 * Adds the kinds of its taxes to an invoice or its credit note, if one of them may be a retail delivery fee: both have only the
 * ids of tax rates. If the key may not read tax rates, such a fee stays a tax, and `check` says so.
 */
export const withTaxRates =
  (api: StripeApi, invoice: Invoice) =>
  <D extends TaxedDocument>(document: D): Read<D> =>
  async () => {
    if (!mayHaveDeliveryFee(invoice)) return E.right(document);
    const rates = new Map<string, StripeTax['rate']>();
    const ids = taxesOf(document).flatMap((tax) => (tax.rate === null ? (rateIdOf(tax) ?? []) : []));
    for (const id of new Set(ids)) {
      const rate = await decoded(api.retrieve('tax rate', id), TaxRate)();
      if (E.isRight(rate)) rates.set(id, rate.right);
      else if (!isOfOneObject(rate.left)) return rate;
    }
    return E.right(rates.size === 0 ? document : fill(document, rates));
  };

const Product = object('Product', { id: t.string, tax_code: reference });

/** If the key may not read products, no tax code is known, and `check` says so: a sale is not held for that. */
const taxCodeOf =
  (api: StripeApi, sku: string): Read<string | null> =>
  async () => {
    const product = await decoded(api.retrieve('product', sku), Product)();
    if (E.isRight(product)) return E.right(product.right.tax_code);
    return isOfOneObject(product.left) ? E.right(null) : product;
  };

/** States with a retail delivery fee: Colorado since 2022-07-01, Minnesota since 2024-07-01. */
const statesWithDeliveryFees: ReadonlySet<string> = new Set(['CO', 'MN']);

const mayHaveDeliveryFee = ({ customer_address, customer_shipping, shipping_details }: Invoice): boolean =>
  [customer_address, customer_shipping?.address, shipping_details?.address].some(
    (address) => address != null && statesWithDeliveryFees.has(stateOf(address) ?? ''),
  );

/** Stripe Tax needs no state where there is a ZIP. */
const stateOf = ({ state, postal_code: zip }: StripeAddress): string | undefined =>
  O.toUndefined(O.alt(() => stateOfZip(zip ?? ''))(findUsState(state ?? '')));

const taxesOf = ({ total_taxes, total_tax_amounts, lines, shipping_cost }: TaxedDocument): readonly StripeTax[] => [
  ...(total_taxes ?? total_tax_amounts ?? []),
  ...(lines?.data.flatMap((line) => line.taxes ?? line.tax_amounts ?? []) ?? []),
  ...(shipping_cost?.taxes ?? []),
];

const rateIdOf = ({ tax_rate, tax_rate_details }: StripeTax): string | null =>
  tax_rate ?? tax_rate_details?.tax_rate ?? null;

const fill = <D extends TaxedDocument>(document: D, rates: ReadonlyMap<string, StripeTax['rate']>): D => {
  const { total_taxes, total_tax_amounts, lines, shipping_cost } = document;
  const withRate = (tax: StripeTax): StripeTax => ({
    ...tax,
    rate: tax.rate ?? rates.get(rateIdOf(tax) ?? '') ?? null,
  });
  const filled = (taxes: readonly StripeTax[] | null) => taxes?.map(withRate) ?? null;
  const filledLine = <L extends Pick<InvoiceLine, 'taxes' | 'tax_amounts'>>(line: L): L => ({
    ...line,
    taxes: filled(line.taxes),
    tax_amounts: filled(line.tax_amounts),
  });
  return {
    ...document,
    total_taxes: filled(total_taxes),
    total_tax_amounts: filled(total_tax_amounts),
    lines: lines && { ...lines, data: lines.data.map(filledLine) },
    shipping_cost: shipping_cost && { ...shipping_cost, taxes: shipping_cost.taxes.map(withRate) },
  };
};
