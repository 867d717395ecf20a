import { describe, expect, it } from '@jest/globals';
import { laterIdOf, laterKindOf, saleIdOf } from '../../src/mapping/identity.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import { refundToTransaction, sentAdjustments } from '../../src/mapping/refund-to-transaction.ts';
import type { Amendment, Refund, RefundPart, Sale } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { left, right } from '../support/right.ts';

const sent = (later: Refund | Amendment, sale: Sale = aSale(), policy: Policy = defaultPolicy) =>
  refundToTransaction(sale, right(saleToTransaction(policy)(sale)), policy)(later);

const anAmendment = (differences: Partial<Amendment> = {}): Amendment => ({
  ...aRefund({ message: 'a lamp was added' }),
  kind: 'edit',
  ...differences,
});

/** An edit that adds a lamp for 20.00 and 1.45 tax. */
const lamp = aLine({ id: '99', name: 'Lamp', sku: 'LAMP-1', listed: 2_000n });
const addition = anAmendment({
  lines: [{ lineId: '99', quantity: 1, amount: -2_000n, tax: -145n }],
  adjustment: { amount: 0n, tax: 0n },
  total: -2_145n,
});
const withLamp = aSale({ addedLines: [lamp] });

describe('a later change to a sale', () => {
  it.each([
    ['refund', 'a refund counts on its own date, not on the date of its sale'],
    ['edit', 'an edit counts on its own date, not on the date of its sale'],
    ['return', 'a return or an exchange counts on its own date, not on the date of its sale'],
    ['dispute', 'a lost dispute counts on its own date, not on the date of its sale'],
  ] as const)('of the kind %s is dated and explained by itself', (kind, reason) => {
    const later = kind === 'refund' ? aRefund() : anAmendment({ kind, message: 'goodwill' });
    const { transaction, decisions } = right(sent(later));
    expect(laterKindOf(transaction.id)).toBe(kind);
    expect(decisions).toStrictEqual([
      { about: 'transactedAt', value: later.occurredAt, reason, fields: [kind] },
      { about: 'total', value: '-10.00 USD', reason: 'goodwill', fields: [kind] },
    ]);
  });

  it('has an id of its kind, which a sale has not', () => {
    const { identity } = aSale();
    expect(laterKindOf(saleIdOf(identity))).toBeNull();
    expect(laterKindOf(laterIdOf(identity, { id: '1' }))).toBe('refund');
    expect(laterKindOf(laterIdOf(identity, { kind: 'dispute', id: '1' }))).toBe('dispute');
  });

  it('that adds something is positive, has no parent, and names what was added', () => {
    const { transaction } = right(sent(addition, withLamp));
    expect(transaction).toMatchObject({ parentId: null, subtotal: 2_000n, taxCollected: 145n, total: 2_145n });
    expect(transaction.lines).toMatchObject([{ id: '99', productName: 'Lamp', productSku: 'LAMP-1', quantity: 1 }]);
    expect(right(sent(aRefund())).transaction.parentId).toBe(saleIdOf(aSale().identity));
  });

  it('that adds something with tax to a sale that was sent as exempt is reported, and one that gives tax back is not', () => {
    const exempt = { ...withLamp, exemptions: [{ kind: 'resale', field: 'tags' } as const] };
    const findingsOf = (later: Refund | Amendment, sale: Sale) =>
      right(sent(later, sale)).decisions.flatMap(({ finding }) => finding ?? []);
    expect(findingsOf(addition, exempt)).toStrictEqual(['exempt, but taxed']);
    expect(findingsOf(addition, withLamp)).toStrictEqual([]);
    expect(findingsOf(aRefund(), exempt)).toStrictEqual([]);
  });

  it('of a line that was added and is no sale of goods is not sent', () => {
    const card = aSale({ addedLines: [{ ...lamp, kind: 'gift card' }] });
    expect(left(sent(addition, card))).toMatchObject({
      reason: 'nothing sold',
      message: 'It concerns only parts that were not sent: gift cards, tips, duties or later additions.',
    });
  });

  it.each<[string, Refund | Amendment, string]>([
    [
      'a refund',
      aRefund({ isSettled: false }),
      'The refund is pending, or its payment failed. It is sent once the money has arrived.',
    ],
    ['an addition', { ...addition, isSettled: false }, 'The addition is not paid yet. It is sent once it is paid.'],
    [
      'a reduction',
      anAmendment({ isSettled: false }),
      'It reduces an addition that is not paid yet. Both are sent once that is paid.',
    ],
  ])('waits for its money: %s', (_, later, message) => {
    expect(left(sent(later, withLamp))).toMatchObject({ _tag: 'Skipped', reason: 'not paid', message });
  });

  it('that is not paid is sent by the policy of unpaid sales, and a refund never is', () => {
    const unpaid = { ...addition, isSettled: false };
    const policy = { ...defaultPolicy, partiallyPaid: 'send' as const };
    expect(right(sent(unpaid, withLamp, policy)).transaction.total).toBe(2_145n);
    expect(left(sent(aRefund({ isSettled: false }), aSale(), policy)).reason).toBe('not paid');
    const accrual = { ...defaultPolicy, unpaid: 'send' as const };
    expect(left(sent(unpaid, withLamp, accrual)).reason).toBe('not paid');
    expect(right(sent(unpaid, { ...withLamp, payment: 'not paid' }, accrual)).transaction.total).toBe(2_145n);
  });

  it('that is unclear, inexact or empty says what to do', () => {
    expect(left(sent(aRefund({ isUnclear: true })))).toMatchObject({
      _tag: 'Held',
      reason: 'undecodable record',
      message: 'goodwill. Nothing was sent. Check the refund at the platform, and enter it at the service by hand.',
    });
    expect(left(sent(aRefund({ isExact: false })))).toMatchObject({
      _tag: 'Held',
      reason: 'amount not exact',
      message: 'An amount has more decimals than USD allows. Enter the refund at the service by hand.',
    });
    expect(left(sent(aRefund({ adjustment: { amount: 0n, tax: 0n }, total: 0n })))).toMatchObject({
      _tag: 'Skipped',
      reason: 'nothing sold',
      message: 'Nothing to send: goodwill',
    });
  });

  it('of tax alone has a line that says so, with the sign of the money', () => {
    const taxOnly = (tax: bigint) =>
      right(sent(anAmendment({ lines: [], adjustment: { amount: 0n, tax }, total: tax }))).transaction.lines;
    expect(taxOnly(725n)).toMatchObject([{ id: 'left-out', productName: 'Not a refund of goods', quantity: -1 }]);
    expect(taxOnly(-725n)).toMatchObject([{ id: 'left-out', productName: 'Not a sale of goods', quantity: 1 }]);
  });
});

describe('which later changes are sent', () => {
  const ids = (policy: Partial<Policy['adjustments']>, sale: Partial<Sale> = {}): readonly string[] =>
    sentAdjustments(
      { ...defaultPolicy, adjustments: { ...defaultPolicy.adjustments, ...policy } },
      aSale({
        refunds: [aRefund({ id: 'refund' })],
        amendments: [
          { ...addition, id: 'addition' },
          anAmendment({ id: 'reduction' }),
          anAmendment({ id: 'dispute', kind: 'dispute' }),
        ],
        ...sale,
      }),
    ).map(({ id }) => id);

  it('is a setting for each kind', () => {
    expect(ids({})).toStrictEqual(['addition']);
    expect(ids({ additions: 'report' })).toStrictEqual([]);
    expect(ids({ refunds: 'send', additions: 'report' })).toStrictEqual(['refund', 'reduction']);
    expect(ids({ disputes: 'send', additions: 'report' })).toStrictEqual(['dispute']);
  });

  it('includes what went back for a canceled order, and only for one', () => {
    expect(ids({ cancellations: 'send' })).toStrictEqual(['addition']);
    expect(ids({ cancellations: 'send' }, { isCanceled: true })).toStrictEqual(['refund', 'addition', 'reduction']);
  });
});

describe('the tax of a later change', () => {
  const tax = (amount: bigint, liable: 'seller' | 'marketplace') => [{ amount, liable, title: 'Tax' }] as const;
  const half = aSale({
    lines: [aLine({ taxes: tax(725n, 'marketplace') }), aLine({ id: '72', taxes: tax(725n, 'seller') })],
  });
  const taxOf = (differences: Partial<Refund>): bigint =>
    right(sent(aRefund({ adjustment: { amount: 0n, tax: 0n }, ...differences }), half)).transaction.taxCollected;
  const part = (more: Partial<RefundPart> = {}): RefundPart => ({ amount: 500n, tax: 40n, ...more });

  it('is shared like that of the whole sale, where the part had no tax of its own', () => {
    expect(taxOf({ shipping: part(), total: 540n })).toBe(-20n);
    expect(taxOf({ adjustment: part(), total: 540n })).toBe(-20n);
  });

  it('is as the platform states it, where it states all of it', () => {
    expect(taxOf({ shipping: part({ taxes: tax(40n, 'seller') }), total: 540n })).toBe(-40n);
    expect(taxOf({ shipping: part({ taxes: tax(40n, 'marketplace') }), total: 540n })).toBe(0n);
    expect(taxOf({ shipping: part({ taxes: tax(30n, 'seller') }), total: 540n })).toBe(-20n);
  });

  it('adds up over lines, shipping and adjustment', () => {
    const lines = [{ lineId: '72', ...part({ amount: 10_000n, tax: 725n }), quantity: 1 }];
    const everything = { lines, shipping: part(), adjustment: part({ amount: 100n, tax: 8n }), total: 11_373n };
    expect(taxOf(everything)).toBe(-725n - 20n - 4n);
  });
});
