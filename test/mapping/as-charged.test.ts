import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { taxOfSale, sumOfParts } from '../../src/mapping/amounts.ts';
import { asCharged } from '../../src/mapping/as-charged.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { Amendment, Refund, Sale } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { cases } from '../fuzz/cases.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { left, right } from '../support/right.ts';

const nothing = { amount: 0n, tax: 0n };

/** Two desks of 100.00 with 7.25 tax each on a line, and a lamp of 20.00 with 1.45; shipping 5.00. */
const placed: Partial<Sale> = {
  lines: [
    aLine({ quantity: 2, listed: 20_000n, taxes: [{ amount: 1_450n, liable: 'seller', title: 'CA State Tax' }] }),
    aLine({
      id: '72',
      name: 'Lamp',
      listed: 2_000n,
      taxes: [{ amount: 145n, liable: 'seller', title: 'CA State Tax' }],
    }),
  ],
  statedTotal: 24_095n,
};

/** One desk was taken off. */
const oneDesk = (differences: Partial<Refund> = {}): Refund =>
  aRefund({
    lines: [{ lineId: '71', quantity: 1, amount: 10_000n, tax: 725n }],
    adjustment: nothing,
    total: 10_725n,
    precedes: 'full payment',
    ...differences,
  });

const lamp: Refund['lines'][number] = { lineId: '72', quantity: 1, amount: 2_000n, tax: 145n };

const edit = (differences: Partial<Amendment> = {}): Amendment => ({
  ...oneDesk({ id: '801' }),
  kind: 'edit',
  ...differences,
});

const charged = (sale: Partial<Sale>, policy: Partial<Policy> = {}): Sale =>
  right(asCharged({ ...defaultPolicy, ...policy }, aSale({ ...placed, ...sale })));

const totalOf = (sale: Sale): bigint => right(saleToTransaction(defaultPolicy)(sale)).transaction.total;

describe('a sale that was changed before it was paid', () => {
  it('is sent as it was charged: what was taken off before was never sold', () => {
    const sale = charged({ refunds: [oneDesk()] });
    expect(sale.lines[0]).toMatchObject({ quantity: 1, listed: 10_000n, discount: 0n, taxes: [{ amount: 725n }] });
    expect([sale.statedTotal, totalOf(sale)]).toStrictEqual([13_370n, 13_370n]);
    expect(sale.refunds).toStrictEqual([]);
    expect(sale.decisions.at(-1)).toMatchObject({ about: 'amounts', value: 'as charged: 1 change before the payment' });
  });

  it('has no line of which nothing is left, and none of its adjustments is listed', () => {
    const gone = edit({ lines: [lamp], total: 2_145n });
    const adjustments = [
      {
        kind: 'edit',
        id: '801',
        occurredAt: '',
        currency: 'USD',
        amount: -2_145n,
        tax: -145n,
        sent: false,
        message: '',
      },
    ] as const;
    const sale = charged({ amendments: [gone], adjustments });
    expect(sale.lines.map(({ id }) => id)).toStrictEqual(['71']);
    expect([sale.amendments, sale.adjustments]).toStrictEqual([[], []]);
  });

  it('has what was added before, which is no addition then', () => {
    const added = aLine({
      id: '99',
      listed: 3_000n,
      taxes: [{ amount: 218n, liable: 'seller', title: 'CA State Tax' }],
    });
    const addition = edit({ lines: [{ lineId: '99', quantity: 1, amount: -3_000n, tax: -218n }], total: -3_218n });
    const sale = charged({ addedLines: [added], amendments: [addition] });
    expect(sale.lines.map(({ id }) => id)).toStrictEqual(['71', '72', '99']);
    expect([sale.addedLines, totalOf(sale)]).toStrictEqual([[], 27_313n]);
  });

  it('keeps its unit price where a unit comes back, and where only the price was changed it is a discount', () => {
    const more = edit({ lines: [{ lineId: '71', quantity: 1, amount: -10_000n, tax: -725n }], total: -10_725n });
    expect(charged({ amendments: [more] }).lines[0]).toMatchObject({ quantity: 3, listed: 30_000n, discount: 0n });
    const cheaper = edit({ lines: [{ lineId: '71', quantity: 0, amount: 4_000n, tax: 290n }], total: 4_290n });
    expect(charged({ amendments: [cheaper] }).lines[0]).toMatchObject({
      quantity: 2,
      listed: 20_000n,
      discount: 4_000n,
    });
    const away = edit({ lines: [{ lineId: '71', quantity: 2, amount: 20_000n, tax: 1_450n }], total: 21_450n });
    const again = { ...more, id: '802', occurredAt: '2026-03-06T10:00:00Z' };
    expect(charged({ amendments: [away, again] }).lines[0]).toMatchObject({ quantity: 1, taxes: [{ amount: 725n }] });
  });

  it('has its shipping as charged', () => {
    const cheaper = edit({ lines: [], shipping: { amount: 200n, tax: 0n }, total: 200n });
    expect(charged({ amendments: [cheaper] }).shipping).toMatchObject([{ price: 500n, discount: 200n }]);
    const free = edit({ lines: [], shipping: { amount: 500n, tax: 0n }, total: 500n });
    expect(charged({ amendments: [free] }).shipping).toStrictEqual([]);
    const dearer = edit({ lines: [], shipping: { amount: -300n, tax: -22n }, total: -322n });
    expect(totalOf(charged({ amendments: [dearer] }))).toBe(24_417n);
  });

  it('has a credit on no line as a discount of the order', () => {
    const credit = oneDesk({ lines: [], adjustment: { amount: 1_000n, tax: 0n }, total: 1_000n });
    expect(charged({ refunds: [credit] })).toMatchObject({ orderDiscount: 1_000n, statedTotal: 23_095n });
  });

  it.each<[Partial<Policy>, Refund['precedes'], bigint]>([
    [{}, undefined, 24_095n],
    [{}, 'full payment', 13_370n],
    [{}, 'first payment', 13_370n],
    [{ partiallyPaid: 'send' }, 'full payment', 24_095n],
    [{ partiallyPaid: 'send' }, 'first payment', 13_370n],
    [{ unpaid: 'send' }, 'first payment', 24_095n],
  ])('is due by the settings %j: a change before %s makes it %s', (policy, precedes, total) => {
    const { precedes: _, ...change } = oneDesk();
    const refunds = [precedes === undefined ? change : { ...change, precedes }];
    const sale = charged({ refunds }, policy);
    expect([totalOf(sale), sale.refunds.length]).toStrictEqual([total, total === 24_095n ? 1 : 0]);
  });

  it.each<[string, Refund]>([
    ['is not shown', oneDesk({ isUnclear: true })],
    ['has parts that do not add up', oneDesk({ total: 10_000n })],
    ['takes more tax than the line had', oneDesk({ lines: [{ ...lamp, tax: 146n }], total: 2_146n })],
    ['takes more than the line cost', oneDesk({ lines: [{ ...lamp, amount: 2_001n }], total: 2_146n })],
    ['is of a line that is not known', oneDesk({ lines: [{ ...lamp, lineId: '1' }], total: 2_145n })],
    ['has tax on no line', oneDesk({ lines: [], adjustment: { amount: 0n, tax: 100n }, total: 100n })],
  ])('is held where the change %s', (_, change) => {
    const held = left(asCharged(defaultPolicy, aSale({ ...placed, refunds: [change] })));
    expect(held).toMatchObject({ _tag: 'Held', reason: 'incomplete record' });
  });

  it('amounts to what it was placed for less what was taken off, to the last unit, also where prices contain the tax', () => {
    const amount = fc.bigInt({ min: 1n, max: 5_000n });
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.tuple(amount, amount, fc.integer({ min: 0, max: 1 })), { maxLength: 3 }),
        (pricesIncludeTax, offs) => {
          const refunds = offs.map(([price, tax, quantity], index) =>
            oneDesk({
              id: String(index),
              lines: [{ lineId: '71', quantity, amount: price, tax: tax / 20n }],
              total: price + tax / 20n,
            }),
          );
          const sale = aSale({ ...placed, pricesIncludeTax, statedTotal: null, refunds });
          const result = asCharged(defaultPolicy, sale);
          if (E.isLeft(result)) return;
          const off = refunds.reduce((all, { total }) => all + total, 0n);
          expect(sumOfParts(result.right)).toBe(sumOfParts(sale) - off);
          expect(taxOfSale(result.right)).toBe(
            taxOfSale(sale) - refunds.reduce((all, { lines }) => all + (lines[0]?.tax ?? 0n), 0n),
          );
        },
      ),
      { numRuns: cases(100) },
    );
  });
});
