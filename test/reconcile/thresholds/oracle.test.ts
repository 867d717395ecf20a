import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { OpeningBalance } from '../../../src/domain/opening-balance.ts';
import type { DailySales } from '../../../src/domain/review-store.ts';
import { nexusThresholds } from '../../../src/mapping/nexus-thresholds.ts';
import type { SalesBasis } from '../../../src/reconcile/thresholds/counted-sales.ts';
import { exposureOf } from '../../../src/reconcile/thresholds/exposure.ts';
import { sized } from '../../support/size.ts';
import { sold } from '../../support/sold.ts';
import { askOracle, type OracleBalance, oracleStates } from '../../support/threshold-oracle.ts';

const dayOf = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10);
const numberOf = (day: string): number => Date.parse(day) / 86_400_000;

/** Days on which rules change and periods end, and any others. */
const someDay = fc
  .tuple(
    fc.integer({ min: 2018, max: 2026 }),
    fc.oneof(
      fc.constantFrom('01-01', '12-31', '03-31', '06-30', '07-01', '09-30', '10-01', '02-28', '05-31', '11-30'),
      fc.integer({ min: 0, max: 364 }).map((n) => dayOf(numberOf('2025-01-01') + n).slice(5)),
    ),
  )
  .map(([year, day]) => `${year}-${day}`);

/** Money near the amounts at which something happens. */
const someDollars = (amount: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: 0, max: amount }),
    fc.constantFrom(amount, amount + 1, amount / 2, amount / 2 + 1, amount / 4, 2 * amount),
  );

const someSale = (state: string, amount: number): fc.Arbitrary<DailySales> =>
  fc
    .record({
      ...{ day: someDay, dollars: someDollars(amount), count: fc.integer({ min: 0, max: 130 }) },
      of: fc.constantFrom('own', 'own', 'own', 'marketplace', 'exempt', 'resale'),
      notTaxable: fc.constantFrom(0, 0, 50, 100),
      refunded: fc.constantFrom(0, 0, 0, 30, 150),
    })
    .map(({ day, dollars, count, of, notTaxable, refunded }) => {
      const [sales, isOwn] = [BigInt(dollars) * 100n, of === 'own'];
      return sold(state, day, dollars, {
        ...{ count, net: (sales * BigInt(100 - refunded)) / 100n },
        ...{
          isMarketplace: of === 'marketplace',
          isResale: of === 'resale',
          isExempt: of === 'exempt' || of === 'resale',
        },
        notTaxableSales: isOwn ? (sales * BigInt(notTaxable)) / 100n : 0n,
        notTaxableCount: isOwn && notTaxable === 100 ? count : 0,
      });
    });

const someBalance = (state: string, amount: number): fc.Arbitrary<OpeningBalance> =>
  fc
    .record({
      ...{ day: someDay, dollars: someDollars(amount), count: fc.integer({ min: 0, max: 130 }) },
      isMarketplace: fc.boolean(),
    })
    .map(({ day, dollars, ...balance }) => ({
      ...{ channel: 'Fairs', state, month: day.slice(0, 7), sales: BigInt(dollars) * 100n, ...balance },
    }));

const forOracle = (sales: readonly DailySales[], balances: readonly OpeningBalance[]) => ({
  sales: sales.map((one) => ({
    ...{ day: one.day, cents: Number(one.sales), netCents: Number(one.net), count: one.count },
    ...{ isMarketplace: one.isMarketplace, isExempt: one.isExempt, isResale: one.isResale },
    ...{ notTaxableCents: Number(one.notTaxableSales), notTaxableCount: one.notTaxableCount },
  })),
  balances: balances.map(({ month, sales: cents, count, isMarketplace }): OracleBalance => ({
    ...{ month, cents: Number(cents), count, isMarketplace },
  })),
});

const whatIsSold = (state: string) => {
  const amount = nexusThresholds[state]?.rules.at(-1)?.sales ?? 0;
  return fc.record({
    sales: fc
      .array(someSale(state, amount), { minLength: 1, maxLength: 14 })
      .map((all) => all.toSorted((a, b) => a.day.localeCompare(b.day))),
    openingBalances: fc.array(someBalance(state, amount), { maxLength: 2 }),
    on: fc.oneof(fc.constant('2027-06-30'), someDay),
    basis: fc.constantFrom<SalesBasis>('gross', 'gross', 'net'),
  });
};

const question = { facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales: [], registrations: {}, read: [] };

describe('whatever was sold, before refunds or after them, and with opening balances', () => {
  it('is known of every state that has a threshold', () => {
    expect([...oracleStates].sort()).toStrictEqual(Object.keys(nexusThresholds).sort());
  });

  it.each(oracleStates)(
    'the sums of %s, its crossings, and its duties to collect are those counted day by day',
    (state) => {
      fc.assert(
        fc.property(whatIsSold(state), ({ sales, openingBalances, on, basis }) => {
          const expected = askOracle(state, forOracle(sales, openingBalances), { on, basis });
          const found = exposureOf(sales, { ...question, on, basis, openingBalances }).states[0];
          expect((found?.duties ?? []).map((one) => [one.crossedOn, one.collectFrom, one.until])).toStrictEqual(
            expected.duties,
          );
          expect([Number(found?.sales ?? 0) * 100, found?.transactions ?? 0]).toStrictEqual([
            expect.closeTo(expected.cents, 0),
            expected.count,
          ]);
        }),
        { numRuns: sized({ quick: 10, all: 60 }) },
      );
    },
  );
});

/** What is left of a sale of which only a share was sold, in percent. Its refunds stay. */
const shrunk = (sale: DailySales, share: bigint): DailySales => {
  const sales = (sale.sales * share) / 100n;
  return {
    ...{ ...sale, count: 0, notTaxableCount: 0, sales, net: sale.net - (sale.sales - sales) },
    notTaxableSales: (sale.notTaxableSales * share) / 100n,
  };
};

describe('a sale less, or a smaller one', () => {
  /** The first day; later than any other day if no day is known. */
  const crossing = (sales: readonly DailySales[], openingBalances: readonly OpeningBalance[], basis: SalesBasis) =>
    exposureOf(sales, { ...question, on: '2027-06-30', basis, openingBalances }).states[0]?.duties[0]?.crossedOn ?? '9';

  it.each(oracleStates)('never makes a crossing of %s earlier, before refunds or after them', (state) => {
    const cases = whatIsSold(state).chain(({ sales, openingBalances }) =>
      fc.record({
        ...{ sales: fc.constant(sales), openingBalances: fc.constant(openingBalances) },
        at: fc.integer({ min: 0, max: sales.length - 1 }),
        share: fc.constantFrom(0n, 50n, 99n),
      }),
    );
    fc.assert(
      fc.property(cases, ({ sales, openingBalances, at, share }) => {
        const fewer = sales.map((one, index) => (index === at ? shrunk(one, share) : one));
        for (const basis of ['gross', 'net'] as const)
          expect([
            basis,
            crossing(fewer, openingBalances, basis) >= crossing(sales, openingBalances, basis),
          ]).toStrictEqual([basis, true]);
      }),
      { numRuns: sized({ quick: 10, all: 60 }) },
    );
  });
});
