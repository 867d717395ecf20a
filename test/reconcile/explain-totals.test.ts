import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { PlatformEntry, PlatformTotals } from '../../src/mapping/platform-totals.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { calendarOf } from '../../src/pipeline/calendar.ts';
import { mapRecord } from '../../src/pipeline/map-page.ts';
import { makeExplainer } from '../../src/reconcile/explain-totals.ts';
import { makeTally, type TiedCurrency, type Unexplained } from '../../src/reconcile/tie-out.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLine, aSale } from '../support/a-sale.ts';

const usd = { code: 'USD', digits: 2 };
const calendar = calendarOf({ from: '2026-02-01', to: '2026-02-28' }, 'UTC');
const context = { storefront: 'us-store', platform: 'shopify', account: '548380009', policy: defaultPolicy, calendar };

const aPayment = (amount: bigint, recordId = '5012345678'): PlatformEntry => ({
  ...{ day: '2026-02-03', currency: usd, amount, tax: null },
  of: { kind: 'sale', recordId },
});

const aDay = (amount: bigint, tax: bigint): PlatformEntry => ({ day: '2026-02-03', currency: usd, amount, tax });

/** What a month's books and records come to, everything held by the service. */
const tied = (
  entries: readonly PlatformEntry[],
  sales: readonly Sale[],
  leavesOut: PlatformTotals['leavesOut'] = ['gift card', 'tip', 'test order'],
  policy: Policy = defaultPolicy,
): { readonly usd: TiedCurrency | undefined; readonly named: readonly Unexplained[] } => {
  const tally = makeTally();
  const rules = {
    ...{ policy, platform: 'shopify', month: '2026-02' },
    isInMonth: calendar.isInRange,
    dayOf: (instant: string) => instant.slice(0, 10),
  };
  const explainer = makeExplainer(rules, { source: 'books', leavesOut, entries }, tally);
  for (const sale of sales) {
    const mapped = mapRecord({ ...context, policy }, E.right(sale), '');
    explainer.record(E.right(sale), mapped);
    for (const { sale: one } of mapped) if (E.isRight(one)) explainer.compared(one.right);
  }
  for (const id of explainer.unseen()) explainer.missing(id);
  explainer.settle();
  explainer.nameDays();
  return { usd: tally.lines(true)[0], named: tally.named() };
};

describe('the explanation of a platform’s totals', () => {
  it('leaves nothing where the books and the records agree', () => {
    const { usd: found, named } = tied([aDay(11_225n, 725n)], [aSale()]);
    expect(found).toMatchObject({ rest: { total: '0.00', tax: '0.00' }, reasons: [] });
    expect(named).toStrictEqual([]);
  });

  it('names the day of a sale that was not read, and the amount', () => {
    const { usd: found, named } = tied([aDay(21_225n, 725n)], [aSale()]);
    expect(found?.rest.total).toBe('100.00');
    expect(named).toMatchObject([{ about: '2026-02-03', total: '100.00', currency: 'USD' }]);
  });

  it('names a payment of another amount, and one without a record', () => {
    const { usd: found, named } = tied([aPayment(11_224n), aPayment(5_000n, 'ch_2')], [aSale()]);
    expect(found?.rest.total).toBe('49.99');
    expect(named.map(({ about, total }) => [about, total])).toStrictEqual([
      ['5012345678', '-0.01'],
      ['ch_2', '50.00'],
    ]);
  });

  it('gives the parts that are left out a reason each, where the books count them', () => {
    const tip = aLine({ id: '72', kind: 'tip', listed: 300n, taxes: [] });
    const duty = aLine({ id: '73', kind: 'duty', listed: 400n, taxes: [] });
    const address = { line1: null, line2: null, city: 'Berlin', state: null, zip: null, country: 'DE' };
    const sale = aSale({ lines: [aLine(), tip, duty], destinations: [{ basis: 'shipping', address }] });
    expect(tied([aDay(11_625n, 725n)], [sale]).usd).toMatchObject({
      rest: { total: '0.00' },
      reasons: [{ reason: 'import duties', count: 1, total: '4.00' }],
    });
    expect(
      tied([aDay(11_925n, 725n)], [sale], []).usd?.reasons.map(({ reason, total }) => [reason, total]),
    ).toStrictEqual([
      ['tips', '3.00'],
      ['import duties', '4.00'],
    ]);
  });

  it('explains unpaid sales, tax that a marketplace remits, and what never passed the platform', () => {
    const unpaid = aSale({ payment: 'not paid' });
    expect(tied([aDay(11_225n, 725n)], [unpaid]).usd?.reasons).toMatchObject([{ reason: 'not paid', total: '112.25' }]);
    const taxes = [{ amount: 725n, liable: 'marketplace', title: 'CA State Tax' }] as const;
    const marketplaces = [{ kind: 'merchant of record', value: 'Shop', field: 'merchantOfRecordApp' }] as const;
    expect(tied([aDay(11_225n, 725n)], [aSale({ lines: [aLine({ taxes })], marketplaces })]).usd).toMatchObject({
      rest: { total: '0.00', tax: '0.00' },
      reasons: [{ reason: 'tax that a marketplace remits', total: '7.25', tax: '7.25' }],
    });
    const invoice = aSale({ identity: { ...aSale().identity, recordId: 'in_1' } });
    expect(tied([aPayment(11_225n), aPayment(1n, 'ch_9')], [aSale(), invoice]).usd?.reasons).toMatchObject([
      { reason: 'paid elsewhere or in another month', total: '-112.25' },
    ]);
  });

  it('explains what a payment paid beyond its invoice, and names the rest', () => {
    const owing = aSale({ paidBeyond: 30n });
    expect(tied([aPayment(11_255n)], [owing])).toMatchObject({
      usd: {
        rest: { total: '0.00' },
        reasons: [{ reason: expect.stringMatching(/^customer balance/), total: '0.30' }],
      },
      named: [],
    });
    expect(tied([aPayment(11_225n)], [owing]).usd).toMatchObject({ rest: { total: '0.00' }, reasons: [] });
    expect(tied([aPayment(11_256n)], [owing]).named).toMatchObject([{ total: '0.01' }]);
  });

  it('explains the tax of returned goods on the day on which the books have it, and their money on its own', () => {
    const sale = aSale({ occurredAt: '2026-01-03T12:00:00Z' });
    const day = '2026-02-10T12:00:00Z';
    const returned = aRefund({ occurredAt: day, total: 0n, adjustment: { amount: 0n, tax: 0n }, taxOfOther: 725n });
    expect(tied([aDay(0n, -725n)], [{ ...sale, refunds: [returned] }]).usd).toMatchObject({
      rest: { total: '0.00', tax: '0.00' },
    });
  });

  it('gives a payment of two invoices to both', () => {
    const invoiceOf = (recordId: string): Sale =>
      aSale({ identity: { ...aSale().identity, recordId }, references: ['shopify:ch_1'] });
    const { usd: found, named } = tied([aPayment(22_450n, 'ch_1')], [invoiceOf('in_1'), invoiceOf('in_2')]);
    expect([found?.rest.total, found?.reasons, named]).toStrictEqual(['0.00', [], []]);
  });

  it('names money that went back and that the record does not show', () => {
    const refund: PlatformEntry = {
      ...{ day: '2026-02-05', currency: usd, amount: -1_000n, tax: null },
      of: { kind: 'refund', recordId: '5012345678' },
    };
    const { usd: found, named } = tied([aPayment(11_225n), refund], [aSale()]);
    expect(found?.rest.total).toBe('-10.00');
    expect(named).toMatchObject([{ about: '5012345678', total: '-10.00' }]);
  });

  describe('of a delivery fee that the platform writes among its taxes', () => {
    const fee = aLine({ id: 'fee-of-71', kind: 'fee', listed: 29n, taxes: [], isStatedAsTax: true });
    const sale = aSale({ lines: [aLine(), fee] });

    it('takes it out of the tax, whether it is sent or left out', () => {
      expect(tied([aDay(11_254n, 754n)], [sale])).toMatchObject({
        usd: {
          rest: { total: '0.00', tax: '0.00' },
          reasons: [{ reason: 'fees that the platform counts as tax', total: '0.00', tax: '0.29' }],
        },
        named: [],
      });
      const withoutFees: Policy = { ...defaultPolicy, fees: 'leave out' };
      expect(tied([aDay(11_254n, 754n)], [sale], undefined, withoutFees)).toMatchObject({
        usd: {
          rest: { total: '0.00', tax: '0.00' },
          reasons: [{ reason: 'fees left out', total: '0.29', tax: '0.29' }],
        },
        named: [],
      });
    });

    it('takes it out of the tax of its refund', () => {
      const refund = aRefund({
        occurredAt: '2026-02-03T20:00:00Z',
        lines: [
          { lineId: '71', quantity: 1, amount: 10_000n, tax: 725n },
          { lineId: 'fee-of-71', quantity: 1, amount: 29n, tax: 0n },
        ],
        adjustment: { amount: 0n, tax: 0n },
        total: 10_754n,
      });
      const { usd: found, named } = tied([aDay(500n, 0n)], [{ ...sale, refunds: [refund] }]);
      expect([found?.rest, named]).toStrictEqual([{ total: '0.00', tax: '0.00' }, []]);
    });
  });

  it.each(['send', 'leave out'] as const)('explains a tip that the books leave out, with tips: %s', (tips) => {
    const policy = { ...defaultPolicy, tips };
    const tip = aLine({ id: '72', kind: 'tip', listed: 300n, taxes: [] });
    const taxed = aLine({ id: '73', kind: 'tip', listed: 200n });
    const { usd: found, named } = tied(
      [aDay(11_225n, 725n)],
      [aSale({ lines: [aLine(), tip, taxed] })],
      undefined,
      policy,
    );
    expect([found?.rest, named]).toStrictEqual([{ total: '0.00', tax: '0.00' }, []]);
    const total = tips === 'send' ? '-12.25' : '-9.25';
    expect(found?.reasons).toMatchObject([{ reason: 'tips', total, tax: '-7.25' }]);
  });

  describe('of a gift card, which the books leave out', () => {
    const card = aLine({ id: '72', kind: 'gift card', listed: 5_000n });

    it('explains the tax on it, which is sent', () => {
      expect(tied([aDay(11_225n, 725n)], [aSale({ lines: [aLine(), card] })])).toMatchObject({
        usd: {
          rest: { total: '0.00', tax: '0.00' },
          reasons: [{ reason: 'tax on gift cards sold', total: '-7.25', tax: '-7.25' }],
        },
        named: [],
      });
    });

    it('leaves its refund out as well', () => {
      const untaxed = { ...card, taxes: [] };
      const refund = aRefund({
        occurredAt: '2026-02-03T20:00:00Z',
        lines: [{ lineId: '72', quantity: 1, amount: 5_000n, tax: 0n }],
        adjustment: { amount: 0n, tax: 0n },
        total: 5_000n,
      });
      const { usd: found, named } = tied(
        [aDay(11_225n, 725n)],
        [aSale({ lines: [aLine(), untaxed], refunds: [refund] })],
      );
      expect([found?.rest, named]).toStrictEqual([{ total: '0.00', tax: '0.00' }, []]);
    });
  });
});
