import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { Amendment, Refund, Sale } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { sentChanges } from '../../src/mapping/sent-changes.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { right } from '../support/right.ts';

const none = { amount: 0n, tax: 0n };

/** A desk of 100.00 with 7.25 tax, without shipping, and a tip of 30.00 that is not sent. */
const desk: Partial<Sale> = {
  lines: [aLine(), aLine({ id: 'tip', kind: 'tip', listed: 3_000n, taxes: [] })],
  shipping: [],
};

const money = (amount: bigint, differences: Partial<Refund> = {}): Refund =>
  aRefund({ id: String(amount), adjustment: { amount, tax: 0n }, total: amount, ...differences });

const goods = (differences: Partial<Refund> = {}): Refund =>
  aRefund({
    id: 'goods',
    lines: [{ lineId: '71', quantity: 1, amount: 10_000n, tax: 725n }],
    adjustment: none,
    total: 10_725n,
    ...differences,
  });

const asEdit = (refund: Refund): Amendment => ({ ...refund, kind: 'edit' });
const asDispute = (refund: Refund): Amendment => ({ ...refund, kind: 'dispute' });

/** What each change amounts to, or why it is held, by id. */
const outcomes = (changes: Partial<Sale>, policy: Partial<Policy> = sendsRefunds) => {
  const given = { ...defaultPolicy, ...policy };
  const sale = aSale({ ...desk, ...changes });
  const all = sentChanges(given, sale, right(saleToTransaction(given)(sale)));
  return Object.fromEntries(
    all.map(({ change, result }) => [
      change.id,
      E.isLeft(result) ? result.left.reason : Number(result.right.transaction.total),
    ]),
  );
};

describe('a change that takes something from its sale', () => {
  it('is held with the sums where it takes more than is left: the rest was for a part that was not sent', () => {
    const sale = aSale({ ...desk, refunds: [money(10_001n)] });
    const policy = { ...defaultPolicy, ...sendsRefunds };
    const [only] = sentChanges(policy, sale, right(saleToTransaction(policy)(sale)));
    expect(only?.result).toMatchObject(
      E.left({
        _tag: 'Held',
        reason: 'refund exceeds its sale',
        sourceId: '10001',
        name: 'refund of #1001',
        message:
          'It takes back 100.01 and tax of 0.00, and 100.00 and tax of 7.25 USD are left of the sale. It may be for a gift card, a tip or another part that was not sent. Check the refund at the platform, and enter it at the service by hand.',
      }),
    );
    expect(outcomes({ refunds: [money(10_000n)] })).toStrictEqual({ 10_000: -10_000 });
  });

  it('is held where it is as much by amount as a part that was not sent', () => {
    const card = aLine({ id: 'card', kind: 'gift card', listed: 2_000n, taxes: [] });
    const lines = [...(desk.lines ?? []), card];
    for (const amount of [3_000n, 2_000n, 5_000n])
      expect(outcomes({ lines, refunds: [money(amount)] })).toStrictEqual({
        [String(amount)]: 'refund exceeds its sale',
      });
    expect(outcomes({ lines, refunds: [money(2_999n)] })).toStrictEqual({ 2999: -2_999 });
    const sent = { ...sendsRefunds, tips: 'send' } as const;
    expect(outcomes({ refunds: [money(3_000n)] }, sent)).toStrictEqual({ 3000: -3_000 });
    // Nothing shows that the two are for the tip.
    const inTwo = [money(1_000n), money(2_000n)];
    expect(outcomes({ refunds: inTwo })).toStrictEqual({ 1000: -1_000, 2000: -2_000 });
  });

  it('takes the goods alone where the money beyond them is as much as a part that was not sent', () => {
    const lines = [aLine(), aLine({ id: '72' }), ...(desk.lines ?? []).slice(1)];
    const withTip = goods({ adjustment: { amount: 3_000n, tax: 0n }, total: 13_725n });
    expect(outcomes({ lines, refunds: [withTip] })).toStrictEqual({ goods: -10_725 });
    const withMore = goods({ adjustment: { amount: 3_001n, tax: 0n }, total: 13_726n });
    expect(outcomes({ lines, refunds: [withMore] })).toStrictEqual({ goods: -13_726 });
  });

  it('is held where it takes more tax than is left', () => {
    const tax = (amount: bigint) => aRefund({ id: 'tax', adjustment: { amount: 0n, tax: amount }, total: amount });
    expect(outcomes({ refunds: [tax(725n)] })).toStrictEqual({ tax: -725 });
    expect(outcomes({ refunds: [tax(726n)] })).toStrictEqual({ tax: 'refund exceeds its sale' });
  });

  it('is judged by its day, whatever the order of the lists', () => {
    const late = money(2_000n, { occurredAt: '2026-03-09T00:00:00Z' });
    expect(outcomes({ refunds: [late, goods()] })).toStrictEqual({ 2000: 'refund exceeds its sale', goods: -10_725 });
  });

  it('may take what an addition brought, of the same moment as well, and not what an unsent one brought', () => {
    const addition = asEdit(money(-2_000n));
    const changes = { refunds: [money(11_000n)], amendments: [addition] };
    expect(outcomes(changes)).toStrictEqual({ 11_000: -11_000, '-2000': 2_000 });
    const adjustments = { ...defaultPolicy.adjustments, refunds: 'send', additions: 'report' } as const;
    expect(outcomes(changes, { adjustments })).toStrictEqual({ 11_000: 'refund exceeds its sale' });
  });

  it('has what is left after refunds that are only reported, and none of what is pending or held', () => {
    const adjustments = { ...defaultPolicy.adjustments, refunds: 'report', disputes: 'send' } as const;
    const dispute = asDispute(goods({ id: 'dispute', occurredAt: '2026-03-09T00:00:00Z' }));
    const of = (refunds: readonly Refund[]) => outcomes({ refunds, amendments: [dispute] }, { adjustments });
    expect(of([money(2_000n)])).toStrictEqual({ dispute: 'refund exceeds its sale' });
    expect(of([money(2_000n, { isSettled: false })])).toStrictEqual({ dispute: -10_725 });
    expect(of([money(2_000n, { isUnclear: true })])).toStrictEqual({ dispute: -10_725 });
  });

  it('is not judged by what a negative invoice leaves', () => {
    const credit: Partial<Sale> = { lines: [aLine({ listed: -6_000n, taxes: [] })], statedTotal: -6_000n };
    expect(outcomes({ ...credit, refunds: [] })).toStrictEqual({});
    expect(outcomes({ ...credit, refunds: [money(1n)] })).toStrictEqual({ 1: 'refund exceeds its sale' });
  });
});
