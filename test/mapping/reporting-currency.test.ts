import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { imbalanceOf, sumOfParts } from '../../src/mapping/amounts.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import { partsOfRefund } from '../../src/mapping/refund-to-transaction.ts';
import { inReportingCurrency } from '../../src/mapping/reporting-currency.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { left, right } from '../support/right.ts';

const inDollars: Policy = { ...defaultPolicy, reportingCurrency: 'USD' };

const canadian = (differences: Partial<Sale> = {}): Sale => {
  const sale = aSale({
    currency: { code: 'CAD', digits: 2 },
    exchangeRates: [{ currency: 'USD', rate: '0.7345', field: 'balance_transaction.exchange_rate' }],
    ...differences,
  });
  return { ...sale, statedTotal: sumOfParts(sale) };
};

describe('the reporting currency', () => {
  it("is applied at the platform's rate; both amounts are explained, and no finding is left", () => {
    const { transaction, decisions } = right(
      saleToTransaction(inDollars)(right(inReportingCurrency(inDollars, canadian()))),
    );
    expect(transaction).toMatchObject({
      currency: { code: 'USD' },
      subtotal: 7_345n,
      shippingHandling: 367n,
      taxCollected: 533n,
      total: 8_245n,
    });
    expect(decisions).toContainEqual({
      about: 'currency',
      value: '112.25 CAD is 82.45 USD',
      reason: 'converted at 0.7345, each amount by itself',
      fields: ['balance_transaction.exchange_rate'],
    });
    expect(decisions.flatMap(({ finding }) => finding ?? [])).toStrictEqual([]);
  });

  it("is applied at the host's own rate of that day, before the platform's", () => {
    const asked: unknown[] = [];
    const policy: Policy = { ...inDollars, exchangeRate: (request) => (asked.push(request), '0.5') };
    expect(right(inReportingCurrency(policy, canadian())).lines[0]?.listed).toBe(5_000n);
    expect(asked).toStrictEqual([{ from: 'CAD', to: 'USD', occurredAt: '2026-02-03T17:20:00Z' }]);
  });

  it.each<[string, Partial<Sale>, Policy['exchangeRate']]>([
    ['none is stated', { exchangeRates: [] }, null],
    ['it is of another currency', { exchangeRates: [{ currency: 'EUR', rate: '0.7', field: 'x' }] }, null],
    ['it is not a number', {}, () => 'about 0.7'],
    ['it is zero', {}, () => '0.000'],
  ])('holds a sale without a rate: %s', (_, sale, exchangeRate) => {
    expect(left(inReportingCurrency({ ...inDollars, exchangeRate }, canadian(sale)))).toMatchObject({
      _tag: 'Held',
      reason: 'no exchange rate',
    });
  });

  it("takes the platform's rate where the host has none", () => {
    const policy: Policy = { ...inDollars, exchangeRate: () => null };
    expect(right(inReportingCurrency(policy, canadian())).lines[0]?.listed).toBe(7_345n);
  });

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new TypeError('no rates for Jane Doe');
      },
      'TypeError',
    ],
    ['returns a promise', () => Promise.reject(new Error('no rates')), 'it must return a string'],
    ['returns a number', () => 0.7, 'it must return a string'],
  ])("holds a sale where the host's rule %s, and never takes another rate instead", (_, exchangeRate, why) => {
    const policy = { ...inDollars, exchangeRate } as Policy;
    expect(left(inReportingCurrency(policy, canadian()))).toStrictEqual({
      ...{ _tag: 'Held', sourceId: '5012345678', name: '#1001', reason: 'app rule failed' },
      message: `Your exchangeRate failed (${why}). Correct it, then retry.`,
    });
  });

  it('counts the decimals of both currencies', () => {
    const yen = canadian({
      currency: { code: 'JPY', digits: 0 },
      lines: [aLine({ listed: 10_000n, taxes: [] })],
      shipping: [],
      exchangeRates: [{ currency: 'USD', rate: '0.0067', field: 'x' }],
    });
    expect(right(inReportingCurrency(inDollars, yen)).statedTotal).toBe(6_700n);
  });

  it('changes nothing by default, or in that currency already', () => {
    const sale = canadian();
    expect(right(inReportingCurrency(defaultPolicy, sale))).toBe(sale);
    const dollars = aSale();
    expect(right(inReportingCurrency(inDollars, dollars))).toBe(dollars);
  });

  it('leaves a sale that does not add up to be held for that', () => {
    const sale = { ...canadian(), statedTotal: 1n };
    expect(right(inReportingCurrency(inDollars, sale))).toBe(sale);
  });

  it('keeps both equations, and refunds an amount as it was sold', () => {
    const amount = fc.bigInt({ min: 0n, max: 9_999_999n });
    const rate = fc
      .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 999_999 }))
      .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(6, '0')}`);
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 5 }), amount, rate, (prices, tax, exchangeRate) => {
        const lines = prices.map((listed, index) =>
          aLine({ id: String(index), listed, taxes: [{ amount: tax, liable: 'seller', title: 'Tax' }] }),
        );
        const refund = aRefund({
          lines: lines.map(({ id, listed }) => ({ lineId: id, quantity: 1, amount: listed, tax })),
          adjustment: { amount: 0n, tax: 0n },
        });
        const whole = { ...refund, total: partsOfRefund(refund) };
        const sold = canadian({
          lines,
          shipping: [],
          refunds: [whole],
          exchangeRates: [{ currency: 'USD', rate: exchangeRate, field: 'x' }],
        });
        const sale = right(inReportingCurrency(inDollars, sold));
        expect(imbalanceOf(right(saleToTransaction(inDollars)(sale)).transaction)).toBeUndefined();
        expect(sale.refunds[0]?.total).toBe(sale.statedTotal);
      }),
    );
  });

  it('keeps the total of a refund whose parts do not explain it: they are not what was paid', () => {
    const refund = aRefund({ lines: [], shipping: { amount: 0n, tax: 0n }, total: 2_000n });
    const [converted] = right(inReportingCurrency(inDollars, canadian({ refunds: [refund] }))).refunds;
    expect(converted?.total).toBe(1_469n);
  });
});
