import { describe, expect, it } from '@jest/globals';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import { refundToTransaction, sentAdjustments } from '../../src/mapping/refund-to-transaction.ts';
import type { Amendment, Refund, Sale } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { sendsNoAdjustments, sendsRefunds } from '../support/a-policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { taxOf } from '../support/a-split-sale.ts';
import { left, right } from '../support/right.ts';

const none = { amount: 0n, tax: 0n };
const shippingOnly = { adjustment: none, shipping: { amount: 500n, tax: 0n }, total: 500n };

const sent = (refund: Refund | Amendment, sale: Sale = aSale(), policy: Policy = defaultPolicy) =>
  refundToTransaction(sale, right(saleToTransaction(policy)(sale)), policy)(refund);

const anEdit = (differences: Partial<Refund> = {}): Amendment => ({ ...aRefund(differences), kind: 'edit' });
const pending = { isSettled: false };

describe('what happened after a sale and is not sent', () => {
  it.each<[string, Refund | Amendment, string, string]>([
    ['a pending refund', aRefund(pending), 'not paid', 'The refund is pending, or its payment failed.'],
    ['an unpaid addition', anEdit({ ...pending, total: -1n }), 'not paid', 'The addition is not paid yet.'],
    ['what reduces one', anEdit({ ...pending, total: 1n }), 'not paid', 'It reduces an addition that is not paid yet.'],
    ['what leaves one equal', anEdit({ ...pending, total: 0n }), 'not paid', 'It reduces an addition'],
    [
      'what is not clear',
      aRefund({ isUnclear: true }),
      'undecodable record',
      'goodwill. Nothing was sent. Check the refund at the platform',
    ],
    [
      'what is not clear and has a remedy',
      aRefund({ isUnclear: true, remedy: 'Ask.' }),
      'undecodable record',
      'goodwill. Nothing was sent. Ask.',
    ],
    [
      'too fine an amount',
      aRefund({ isExact: false }),
      'amount not exact',
      'An amount has more decimals than USD allows.',
    ],
    [
      'money that is missing',
      aRefund({ total: 1_075n }),
      'does not balance',
      'The parts differ from the refunded money by 0.75 USD.',
    ],
    ['nothing at all', aRefund({ adjustment: none, total: 0n }), 'nothing sold', 'Nothing to send: goodwill'],
    [
      'what was not sent',
      aRefund({ lines: [{ lineId: 'x', quantity: 1, amount: 9n, tax: 0n }], adjustment: none, total: 9n }),
      'nothing sold',
      'It concerns only parts that were not sent',
    ],
  ])('is explained: %s', (_, refund, reason, message) => {
    const exclusion = left(sent(refund));
    expect(exclusion).toMatchObject({ reason, sourceId: '901', message: expect.stringContaining(message) });
    expect(exclusion.name).toBe(`${'kind' in refund ? 'edit' : 'refund'} of #1001`);
  });

  it('is named by the record of a sale without a number', () => {
    const { identity } = aSale();
    const sale = aSale({ identity: { ...identity, number: null } });
    expect(left(sent(aRefund(pending), sale)).name).toBe('refund of 5012345678');
  });

  it.each<[string, Partial<Sale>, Partial<Policy>, boolean]>([
    ['as sales that are partly paid', {}, { partiallyPaid: 'send' }, true],
    ['as sales that are not paid', { payment: 'not paid' }, { unpaid: 'send' }, true],
    ['not as sales that are not paid where its own sale is', {}, { unpaid: 'send' }, false],
  ])('is an unpaid addition, %s', (_, differences, more, isSent) => {
    const policy = { ...defaultPolicy, unpaid: 'send' as const, ...more };
    const sale = aSale(differences);
    const mapped = right(saleToTransaction(policy)(sale));
    const given = { ...policy, unpaid: more.unpaid ?? defaultPolicy.unpaid };
    const addition = anEdit({ ...pending, adjustment: { amount: -500n, tax: 0n }, total: -500n });
    expect(refundToTransaction(sale, mapped, given)(addition)._tag).toBe(isSent ? 'Right' : 'Left');
    expect(refundToTransaction(sale, mapped, given)(aRefund(pending))._tag).toBe('Left');
  });
});

describe('what the policy sends of it', () => {
  it('is more goods or shipping, and not a higher tax', () => {
    const moreTax = anEdit({ adjustment: { amount: 0n, tax: -120n }, total: -120n });
    const moreShipping = anEdit({ adjustment: none, shipping: { amount: -1n, tax: 0n }, total: -1n });
    const exchanged = anEdit({
      lines: [
        { lineId: '71', quantity: 1, amount: 1_000n, tax: 0n },
        { lineId: '72', quantity: 1, amount: -1_001n, tax: 0n },
      ],
      ...{ adjustment: none, total: -1n },
    });
    const sale = aSale({ amendments: [moreTax, moreShipping, exchanged] });
    expect(sentAdjustments(defaultPolicy, sale)).toStrictEqual([moreShipping, exchanged]);
    const refunds = { ...defaultPolicy, adjustments: { ...sendsNoAdjustments.adjustments, refunds: 'send' as const } };
    expect(sentAdjustments(refunds, sale)).toStrictEqual([moreTax]);
  });
});

describe('goods that came back without their money', () => {
  const goods = { lineId: '71', quantity: 1, amount: 10_000n, tax: 725n };
  const kept = (amount: bigint, total: bigint): Partial<Refund> => ({
    lines: [goods],
    adjustment: { amount, tax: 0n },
    total,
  });

  it.each<[string, bigint, bigint]>([
    ['nothing was paid back', -10_725n, 0n],
    ['less was paid back than their tax', -10_700n, 25n],
    ['their tax alone was paid back', -10_000n, 725n],
    ['more was kept than they cost', -10_800n, -75n],
  ])('are no addition, and held where refunds are sent: %s', (_, amount, total) => {
    const refund = aRefund(kept(amount, total));
    const returned = { ...refund, kind: 'return' as const };
    const sale = aSale({ refunds: [refund], amendments: [returned] });
    expect(sentAdjustments(defaultPolicy, sale)).toStrictEqual([]);
    expect(left(sent(refund, sale))).toMatchObject({ _tag: 'Held', reason: 'undecodable record' });
    expect(left(sent(refund, sale)).message).toContain('Goods of 100.00 and tax of 7.25 USD came back');
    expect(left(sent(returned, sale))).toMatchObject({ _tag: 'Held' });
  });

  it('go back with their tax, less a fee, where more than the fee was paid back', () => {
    const { transaction } = right(sent(aRefund(kept(-9_999n, 726n))));
    expect(transaction).toMatchObject({ subtotal: -1n, taxCollected: -725n, total: -726n });
  });
});

describe('a refund of shipping alone', () => {
  it('has a line without money, as the service wants one', () => {
    const { transaction } = right(sent(aRefund(shippingOnly)));
    const line = { id: 'left-out', productSku: null, amount: 0n, discount: 0n };
    expect(transaction).toMatchObject({
      lines: [{ ...line, productName: 'Not a refund of goods', quantity: -1 }],
      parentId: 'shopify:548380009:5012345678',
    });
    const addition = anEdit({ adjustment: none, shipping: { amount: -500n, tax: 0n }, total: -500n });
    expect(right(sent(addition)).transaction).toMatchObject({
      ...{ lines: [{ ...line, productName: 'Not a sale of goods', quantity: 1 }], parentId: null, total: 500n },
    });
  });
});

describe('the lines of a refund', () => {
  const added = aLine({
    id: '81',
    name: 'Lamp',
    sku: 'LAMP',
    taxes: [taxOf('marketplace', 70n), taxOf('seller', 30n)],
  });
  const sale = aSale({ addedLines: [added, aLine({ id: '82', kind: 'gift card' })] });
  const refund = (lineId: string, more: Partial<Refund['lines'][number]> = {}, differences: Partial<Refund> = {}) => {
    const line = { lineId, quantity: 2, amount: 1_000n, tax: 100n, ...more };
    return aRefund({ lines: [line], adjustment: none, total: line.amount + line.tax, ...differences });
  };

  it('are named and taxed as what was sold, also where it was added later', () => {
    expect(right(sent(refund('81'), sale)).transaction).toMatchObject({
      lines: [{ id: '81', productName: 'Lamp', productSku: 'LAMP', quantity: -2, amount: 500n, discount: 0n }],
      taxCollected: -30n,
    });
    expect(right(sent(refund('71'), sale)).transaction.lines).toMatchObject([
      { id: '71', productName: 'Walnut desk', productSku: 'DESK-1' },
    ]);
    expect(left(sent(refund('82'), sale)).reason).toBe('nothing sold');
  });

  it('have a quantity of one at least, and the sign of what they do', () => {
    expect(right(sent(refund('71', { quantity: 0 }))).transaction.lines).toMatchObject([
      { quantity: -1, amount: 1_000n },
    ]);
    const [taxBack] = right(sent(refund('71', { amount: 0n, tax: 7n }))).transaction.lines;
    expect(taxBack).toMatchObject({ quantity: -2, amount: 0n });
    const more = refund('71', { amount: 0n, tax: -7n });
    expect(right(sent({ ...more, kind: 'edit' })).transaction.lines).toMatchObject([{ quantity: 2, amount: 0n }]);
  });

  it('are followed by money without a line', () => {
    const { transaction } = right(sent(refund('71', {}, { adjustment: { amount: 250n, tax: 0n }, total: 1_350n })));
    expect(transaction.lines.at(-1)).toMatchObject({
      ...{ id: 'adjustment', productName: 'Refund adjustment', productSku: null, quantity: -1, amount: 250n },
    });
    expect(transaction).toMatchObject({ subtotal: -1_250n, taxCollected: -100n, total: -1_350n, discount: 0n });
  });
});

describe('the decisions of a refund', () => {
  it.each([
    ['refund', 'a refund counts on its own date'],
    ['edit', 'an edit counts on its own date'],
    ['return', 'a return or an exchange counts on its own date'],
    ['dispute', 'a lost dispute counts on its own date'],
  ] as const)('are its date and its total: %s', (kind, reason) => {
    const later = kind === 'refund' ? aRefund() : { ...aRefund(), kind };
    expect(right(sent(later, aSale(), { ...defaultPolicy, ...sendsRefunds })).decisions).toStrictEqual([
      {
        ...{ about: 'transactedAt', value: '2026-03-05T10:00:00Z', fields: [kind] },
        reason: `${reason}, not on the date of its sale`,
      },
      { about: 'total', value: '-10.00 USD', reason: 'goodwill', fields: [kind] },
    ]);
  });
});

describe('a document that gives money back', () => {
  it('is listed unless the policy sends refunds', () => {
    const credit = aSale({ lines: [aLine({ listed: -1_000n, taxes: [] })], shipping: [], statedTotal: -1_000n });
    expect(left(saleToTransaction(defaultPolicy)(credit))).toMatchObject({
      reason: 'credit document',
      message: "It gives money back to the customer's balance. Listed as a refund; your policy sends no refunds.",
    });
    expect(right(saleToTransaction({ ...defaultPolicy, ...sendsRefunds })(credit)).transaction.total).toBe(-1_000n);
  });
});
