import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { sum } from '../../src/domain/money.ts';
import { imbalanceOf, sumOfParts } from '../../src/mapping/amounts.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import { refundToTransaction } from '../../src/mapping/refund-to-transaction.ts';
import type { Refund, Sale, SaleLine, TaxAmount } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { splitByLiability } from '../../src/mapping/split-by-liability.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { aSplitSale, taxOf } from '../support/a-split-sale.ts';
import { aSync, paged } from '../support/a-sync.ts';
import { right } from '../support/right.ts';
import { cases } from '../fuzz/cases.ts';

const partsOf = (sale: Sale, policy: Partial<Policy> = {}) =>
  splitByLiability({ ...defaultPolicy, ...policy }, sale).map((part) =>
    right(saleToTransaction({ ...defaultPolicy, ...policy })(part)),
  );

describe('a sale of which a marketplace remits a part of the tax', () => {
  it('is two transactions: what each of them remits, and together the order', () => {
    const [own, theirs, ...others] = partsOf(aSplitSale()).map(({ transaction }) => transaction);
    expect(others).toStrictEqual([]);
    expect(own).toMatchObject({
      id: 'shopify:548380009:5012345678',
      name: 'Shopify #1001 · 5012345678',
      marketplace: null,
      subtotal: 0n,
      shippingHandling: 500n,
      taxCollected: 41n,
    });
    expect(theirs).toMatchObject({
      id: 'shopify:548380009:5012345678:marketplace',
      name: 'Shopify #1001 · 5012345678 · marketplace part',
      marketplace: 'WALMART',
      subtotal: 10_000n,
      shippingHandling: 0n,
      taxCollected: 0n,
    });
  });

  it('gives each part the taxes of the order that its own party remits', () => {
    const orderTaxes = [taxOf('seller', 100n), taxOf('marketplace', 50n)];
    const [own, theirs] = splitByLiability(defaultPolicy, aSplitSale({ orderTaxes }));
    expect([own?.orderTaxes, own?.statedTotal]).toStrictEqual([orderTaxes.slice(0, 1), 641n]);
    expect([theirs?.orderTaxes, theirs?.statedTotal]).toStrictEqual([orderTaxes.slice(1), 10_775n]);
  });

  it('gives each part the refunded tax of its own party, where the platform states whose it is', () => {
    const none = { amount: 0n, tax: 0n };
    const taxes = [taxOf('seller', 7n), taxOf('marketplace', 3n)];
    const adjustment = { amount: 105n, tax: 10n, taxes };
    const refunds = [aRefund({ lines: [], shipping: none, adjustment, total: 115n })];
    const parts = splitByLiability(defaultPolicy, aSplitSale({ refunds }));
    expect(parts.map((part) => part.refunds.map((one) => one.adjustment))).toStrictEqual([
      [{ amount: 0n, tax: 7n, taxes: taxes.slice(0, 1) }],
      [{ amount: 105n, tax: 3n, taxes: taxes.slice(1) }],
    ]);
  });

  it('has no finding, and each part explains the split', () => {
    for (const { decisions } of partsOf(aSplitSale())) {
      expect(decisions.flatMap(({ finding }) => finding ?? [])).toStrictEqual([]);
      expect(decisions).toContainEqual(
        expect.objectContaining({ about: 'transaction', value: 'split: 5.41 and 107.25 USD' }),
      );
    }
  });

  it('stays whole with a finding by policy', () => {
    const [whole, ...others] = partsOf(aSplitSale(), { mixedLiability: 'tag' });
    expect(others).toStrictEqual([]);
    expect(whole?.transaction).toMatchObject({ marketplace: 'WALMART', taxCollected: 41n });
    expect(whole?.decisions.flatMap(({ finding }) => finding ?? [])).toStrictEqual(['liability mixed']);
  });

  it('stays whole with a finding, when one line has taxes of both', () => {
    const lines = [aLine({ taxes: [taxOf('marketplace', 600n), taxOf('seller', 125n)] })];
    const [whole, ...others] = partsOf(aSplitSale({ lines }));
    expect(others).toStrictEqual([]);
    expect(whole?.decisions.flatMap(({ finding }) => finding ?? [])).toStrictEqual(['liability mixed']);
  });

  it('sends the part of the seller alone, if the policy skips marketplace sales', () => {
    const policy: Policy = { ...defaultPolicy, marketplaceSales: 'skip' };
    const results = splitByLiability(policy, aSplitSale()).map(saleToTransaction(policy));
    expect(results.map((result) => (E.isRight(result) ? 'sent' : result.left.reason))).toStrictEqual([
      'sent',
      'marketplace sale',
    ]);
  });

  it('is not split when everything has one liable party', () => {
    expect(splitByLiability(defaultPolicy, aSplitSale({ shipping: [] }))).toHaveLength(1);
    expect(splitByLiability(defaultPolicy, aSale())).toHaveLength(1);
  });

  it('sends each part once, and each refund with the part that it belongs to', async () => {
    const refunds = [
      aRefund({
        id: '901',
        lines: [{ lineId: '71', quantity: 1, amount: 10_000n, tax: 725n }],
        shipping: { amount: 500n, tax: 41n },
        adjustment: { amount: 0n, tax: 0n },
        total: 11_266n,
      }),
    ];
    const sync = aSync({ script: { pages: paged([aSplitSale({ refunds })], 1) }, policy: sendsRefunds });
    await sync.finish();
    await sync.finish();
    const sent = sync.world.journal.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    const id = 'shopify:548380009:5012345678';
    expect(sent.map((one) => [one['id'], one['parentId'], one['total']])).toStrictEqual(
      expect.arrayContaining([
        [id, undefined, 5.41],
        [`${id}:marketplace`, undefined, 100],
        [`${id}:refund:901`, id, -5.41],
        [`${id}:marketplace:refund:901`, `${id}:marketplace`, -100],
      ]),
    );
    expect(sent).toHaveLength(4);
    expect(await sync.report()).toMatchObject({ considered: 4, alreadyPresent: 4 });
  });
});

const anyLiable = fc.constantFrom<TaxAmount['liable']>('seller', 'marketplace', 'unknown');
const anyTax = fc
  .tuple(anyLiable, fc.bigInt({ min: 0n, max: 2_000n }))
  .map(([liable, amount]) => taxOf(liable, amount));

const anyLine = fc
  .record({ id: fc.uuid(), listed: fc.bigInt({ min: 2_000n, max: 50_000n }), one: anyTax })
  .map(({ id, listed, one }): SaleLine => aLine({ id, listed, taxes: [one] }));

const anySale = fc
  .record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 5 }),
    shipping: fc.array(fc.tuple(fc.bigInt({ min: 2_000n, max: 5_000n }), anyTax), { maxLength: 2 }),
    orderTaxes: fc.array(anyTax, { maxLength: 2 }),
    orderDiscount: fc.bigInt({ min: 0n, max: 1_000n }),
    pricesIncludeTax: fc.boolean(),
    money: fc.array(
      fc.tuple(
        fc.bigInt({ min: 0n, max: 900n }),
        fc.bigInt({ min: 0n, max: 90n }),
        fc.bigInt({ min: -500n, max: 900n }),
      ),
    ),
  })
  .map(({ money, shipping, ...parts }) => {
    const refunds = money.map(([amount, ofTax, goodwill], index): Refund => {
      const line = { lineId: parts.lines[0]?.id ?? '', quantity: 1, amount, tax: ofTax };
      const adjustment = { amount: goodwill, tax: ofTax };
      const ofShipping = { amount: amount / 2n, tax: ofTax / 2n };
      const total = amount + ofTax + goodwill + ofTax + amount / 2n + ofTax / 2n;
      return aRefund({ id: String(index), lines: [line], shipping: ofShipping, adjustment, total });
    });
    return aSplitSale({
      ...parts,
      refunds,
      shipping: shipping.map(([price, one]) => ({ name: 'Standard', price, discount: 0n, taxes: [one] })),
    });
  });

describe('splitting', () => {
  it('conserves every cent of the sale and of each refund, and both equations hold for each part', () => {
    let splits = 0;
    fc.assert(
      fc.property(anySale, (sale) => {
        const parts = splitByLiability(defaultPolicy, sale);
        splits += parts.length - 1;
        expect(sum(parts.map(sumOfParts))).toBe(sumOfParts(sale));
        for (const { id, total } of sale.refunds) {
          const own = parts.flatMap(({ refunds }) => refunds.filter((refund) => refund.id === id));
          expect(sum(own.map((refund) => refund.total))).toBe(total);
        }
        for (const part of parts) {
          const mapped = right(saleToTransaction(defaultPolicy)(part));
          expect(imbalanceOf(mapped.transaction)).toBeUndefined();
          for (const refund of part.refunds) {
            const later = refundToTransaction(part, mapped)(refund);
            if (E.isRight(later)) expect(imbalanceOf(later.right.transaction)).toBeUndefined();
            // Held only where money was kept, which may be of goods that the part does not have.
            else expect(later.left._tag === 'Skipped' || refund.adjustment.amount < 0n).toBe(true);
          }
        }
        if (parts.length === 2) {
          const [, theirs] = parts.map((part) => right(saleToTransaction(defaultPolicy)(part)).transaction);
          expect(theirs?.taxCollected).toBe(0n);
        }
      }),
      { numRuns: cases(2_000) },
    );
    expect(splits).toBeGreaterThan(cases(200));
  });
});
