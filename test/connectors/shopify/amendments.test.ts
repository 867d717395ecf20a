import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import type { Exclusion } from '../../../src/domain/exclusion.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { right } from '../../support/right.ts';
import {
  aLine,
  anAgreement,
  anOrder,
  aRefund,
  aSale,
  aShippingSale,
  type Json,
  money,
  nodes,
  paidBack,
  aSaleTax,
  totals,
} from './an-order.ts';
import { resultOf, saleOf } from './mapped.ts';

/** What is sent after the sale with `refunds: 'send'`: transactions, and the reasons of the others. */
const laterResults = (order: Json, differences: Partial<Policy> = {}): readonly E.Either<Exclusion, Transaction>[] => {
  const policy = { ...defaultPolicy, ...differences };
  const sale = saleOf(order, policy);
  const mapped = right(saleToTransaction(policy)(sale));
  return [...sale.refunds, ...(sale.amendments ?? [])].map((one) =>
    E.map((done: typeof mapped) => done.transaction)(refundToTransaction(sale, mapped, policy)(one)),
  );
};
const sent = (order: Json, policy: Partial<Policy> = {}): readonly Transaction[] =>
  laterResults(order, policy).flatMap((one) => (E.isRight(one) ? [one.right] : []));
const exclusions = (order: Json, policy: Partial<Policy> = {}): readonly string[] =>
  laterResults(order, policy).flatMap((one) =>
    E.isLeft(one) ? [`${one.left._tag.toLowerCase()}: ${one.left.reason}`] : [],
  );

const anEdit = (...sales: readonly Json[]): Json =>
  anAgreement({
    id: 'gid://shopify/OrderEditAgreement/32',
    reason: 'ORDER_EDIT',
    happenedAt: '2026-02-07T08:00:00Z',
    sales: nodes(...sales),
  });
const aReturn = (...sales: readonly Json[]): Json =>
  anAgreement({
    id: 'gid://shopify/ReturnAgreement/33',
    reason: 'RETURN',
    happenedAt: '2026-02-12T00:00:00Z',
    sales: nodes(...sales),
  });
const theRefund = (...sales: readonly Json[]): Json =>
  anAgreement({
    id: 'gid://shopify/RefundAgreement/34',
    reason: 'REFUND',
    happenedAt: '2026-02-10T09:00:00Z',
    refund: { id: 'gid://shopify/Refund/41' },
    sales: nodes(...sales),
  });

const deskBack = aSale({
  id: 'gid://shopify/ProductSale/7',
  actionType: 'RETURN',
  quantity: -1,
  ...totals('-107.25', '-7.25'),
  taxes: [aSaleTax('-7.25')],
});
const lampAdded = (differences: Json = {}): Json =>
  aSale({
    id: 'gid://shopify/ProductSale/8',
    quantity: 2,
    ...totals('43.0', '3.0'),
    taxes: [aSaleTax('3.0')],
    lineItem: { id: 'gid://shopify/LineItem/73' },
    ...differences,
  });
const lamp = aLine({
  id: 'gid://shopify/LineItem/73',
  name: 'Lamp',
  sku: 'LAMP',
  quantity: 2,
  originalUnitPriceSet: money('20.0'),
});

const edited = (agreements: readonly Json[], differences: Json = {}): Json =>
  anOrder({
    edited: true,
    lineItems: nodes(aLine(), lamp),
    totalReceivedSet: money('112.25'),
    agreements: nodes(anAgreement(), ...agreements),
    ...differences,
  });

const moneyBack = (amount: string): Json => aRefund({ refundLineItems: nodes(), ...paidBack(amount) });

describe('an edit, sent as a separate transaction', () => {
  it('that removed a line: with its own date and id, negative, with tax', () => {
    expect(sent(edited([anEdit(deskBack)]))).toMatchObject([
      {
        id: 'shopify:548380009:5012345678:edit:32',
        name: 'Shopify #1001 · 5012345678 · edit 32',
        parentId: 'shopify:548380009:5012345678',
        transactedAt: '2026-02-07T08:00:00Z',
        lines: [{ id: '71', productName: 'Walnut desk', quantity: -1, amount: 10_000n }],
        subtotal: -10_000n,
        taxCollected: -725n,
        total: -10_725n,
      },
    ]);
  });

  it('that added a line: positive, with the line as it came', () => {
    const [edit, ...others] = sent(edited([anEdit(lampAdded())], { totalReceivedSet: money('155.25') }));
    expect(others).toStrictEqual([]);
    expect(edit).toMatchObject({
      parentId: null,
      lines: [{ id: '73', productName: 'Lamp', productSku: 'LAMP', quantity: 2, amount: 2_000n }],
      subtotal: 4_000n,
      taxCollected: 300n,
      total: 4_300n,
    });
  });

  it('leaves the sale as it was sold, and stays one of its adjustments', () => {
    const order = edited([anEdit(lampAdded())]);
    expect(right(saleToTransaction(defaultPolicy)(saleOf(order))).transaction.total).toBe(11_225n);
    expect(saleOf(order)).toMatchObject({
      adjustments: [{ kind: 'edit', id: '32', amount: 4_300n, tax: 300n, sent: false }],
      amendments: [{ kind: 'edit', id: '32', total: -4_300n }],
    });
  });

  it('whose added line is not paid yet waits for its payment, unless the policy sends unpaid orders', () => {
    const order = edited([anEdit(lampAdded())], { displayFinancialStatus: 'PARTIALLY_PAID' });
    expect(exclusions(order)).toStrictEqual(['skipped: not paid']);
    expect(sent(order, { partiallyPaid: 'send' })).toMatchObject([{ total: 4_300n }]);
  });

  it('of an unpaid order that the policy sends is sent with it', () => {
    const order = edited([anEdit(lampAdded())], { displayFinancialStatus: 'PENDING', totalReceivedSet: money('0.0') });
    expect(sent(order, { unpaid: 'send' })).toMatchObject([{ total: 4_300n }]);
  });

  it('that added only a gift card sends nothing; together with goods, the goods', () => {
    const card = lampAdded({
      lineType: 'GIFT_CARD',
      ...totals('50.0', '0.0'),
      taxes: [],
      lineItem: { id: 'gid://shopify/LineItem/75' },
    });
    expect(exclusions(edited([anEdit(card)]))).toStrictEqual(['skipped: no items']);
    expect(sent(edited([anEdit(card, lampAdded())]))).toMatchObject([{ total: 4_300n, lines: { length: 1 } }]);
  });

  it('of shipping is sent as shipping', () => {
    const less = aShippingSale({ ...totals('-5.4', '-0.4'), taxes: [] });
    expect(sent(edited([anEdit(less)]))).toMatchObject([{ shippingHandling: -500n, taxCollected: -40n, total: -540n }]);
  });

  it('that added shipping alone sells it, and gives nothing back', () => {
    const more = aShippingSale({ ...totals('5.4', '0.4'), taxes: [] });
    expect(sent(edited([anEdit(more)], { totalReceivedSet: money('117.65') }))).toMatchObject([
      { parentId: null, lines: [{ quantity: 1, amount: 0n }], shippingHandling: 500n, total: 540n },
    ]);
  });

  it.each([
    ['-1.25', -1, -125n],
    ['1.5', 1, 150n],
  ])('that changed only the tax, as a new address does, sends tax and no goods (%s)', (tax, quantity, total) => {
    const recalculated = aSale({
      id: 'gid://shopify/ProductSale/9',
      actionType: 'UPDATE',
      quantity: 0,
      ...totals(tax, tax),
      taxes: [{ amount: money(tax), taxLine: { title: 'NY State Tax', channelLiable: false } }],
    });
    const order = edited([anEdit(recalculated)], { totalReceivedSet: money('113.75') });
    expect(sent(order)).toMatchObject([
      { lines: [{ id: '71', quantity, amount: 0n }], subtotal: 0n, taxCollected: total, total },
    ]);
    expect(saleOf(order).adjustments[0]?.message).toContain('the original tax and the current address');
    expect(saleOf(edited([anEdit(lampAdded())])).adjustments[0]?.message).not.toContain('recalculated');
  });

  it('that changed only the tax included in prices reports it too, with a total of zero', () => {
    const amounts = { ...totals('0.0', '1.5'), taxes: [] };
    const recalculated = aSale({ id: 'gid://shopify/ProductSale/9', actionType: 'UPDATE', quantity: 0, ...amounts });
    const order = edited([anEdit(recalculated)], { taxesIncluded: true });
    expect(saleOf(order).adjustments[0]?.message).toContain('the original tax and the current address');
    expect(sent(order)).toMatchObject([{ subtotal: -150n, taxCollected: 150n, total: 0n }]);
  });

  it('sends no tax that a marketplace remits on the added line', () => {
    const byMarketplace = [aSaleTax('3.0', true)];
    expect(sent(edited([anEdit(lampAdded({ taxes: byMarketplace }))]))).toMatchObject([
      { taxCollected: 0n, total: 4_000n },
    ]);
  });

  it('sends the tax of added items by their own liability, not by that of the sale', () => {
    const more = (channelLiable: boolean): Json => anEdit(aSale({ taxes: [aSaleTax('7.25', channelLiable)] }));
    expect(sent(edited([more(true)]))).toMatchObject([{ taxCollected: 0n, total: 10_000n }]);
    expect(sent(edited([more(false)]))).toMatchObject([{ taxCollected: 725n, total: 10_725n }]);
    const byShop = edited([more(false)], {
      agreements: nodes(
        anAgreement({ sales: nodes(aSale({ taxes: [aSaleTax('7.25', true)] }), aShippingSale()) }),
        more(false),
      ),
    });
    expect(sent(byShop)).toMatchObject([{ taxCollected: 725n, total: 10_725n }]);
  });

  it('sends no tax of a merchant of record, even if the sale had none', () => {
    const untaxed = { totalTaxAmount: money('0.0'), totalAmount: money('100.0'), taxes: [] };
    const order = edited([], {
      merchantOfRecordApp: { id: 'gid://shopify/App/9', name: 'Some channel' },
      originalTotalPriceSet: money('105.0'),
      agreements: nodes(anAgreement({ sales: nodes(aSale(untaxed), aShippingSale()) }), anEdit(lampAdded())),
    });
    expect(sent(order)).toMatchObject([{ taxCollected: 0n, total: 4_000n }]);
  });

  it('prices that include tax: the tax is taken out', () => {
    const order = edited([anEdit(lampAdded())], {
      taxesIncluded: true,
      lineItems: nodes(aLine({ originalUnitPriceSet: money('107.25') }), lamp),
    });
    expect(sent(order)).toMatchObject([{ subtotal: 4_000n, taxCollected: 300n, total: 4_300n }]);
  });

  it('of an imported order, whose ledger does not know its sale, is sent next to the sale that its fields prove', () => {
    const imported = (more: Json): Json =>
      edited([], { agreements: nodes(anEdit(deskBack)), lineItems: nodes(aLine()), ...more });
    expect(sent(imported({}))).toMatchObject([{ id: 'shopify:548380009:5012345678:edit:32', total: -10_725n }]);
    // Without an original total, the fields may include the edit already.
    expect(saleOf(imported({ originalTotalPriceSet: null }))).toMatchObject({ statedTotal: null, amendments: [] });
  });

  it('whose ledger could not be read to its end holds the order, for its edits would be lost', () => {
    const cut = { nodes: [anAgreement()], pageInfo: { hasNextPage: true, endCursor: null } };
    expect(resultOf(anOrder({ edited: true, agreements: cut }))).toMatchObject({
      left: { reason: 'incomplete record' },
    });
    const sales = { nodes: [deskBack], pageInfo: { hasNextPage: true, endCursor: null } };
    expect(resultOf(edited([{ ...anEdit(), sales }]))).toMatchObject({ left: { reason: 'incomplete record' } });
  });
});

describe('an exchange, sent as a separate transaction', () => {
  it('sends the returned and the new items', () => {
    const order = anOrder({
      returnStatus: 'RETURNED',
      lineItems: nodes(aLine(), lamp),
      agreements: nodes(anAgreement(), aReturn(deskBack, lampAdded())),
    });
    expect(sent(order)).toMatchObject([
      {
        id: 'shopify:548380009:5012345678:return:33',
        lines: [
          { id: '71', quantity: -1, amount: 10_000n },
          { id: '73', quantity: 2, amount: 2_000n },
        ],
        taxCollected: -425n,
        total: -6_425n,
      },
    ]);
  });

  it('with the money that went back for it is sent once', () => {
    const order = anOrder({
      returnStatus: 'RETURNED',
      totalReceivedSet: money('112.25'),
      lineItems: nodes(aLine(), lamp),
      agreements: nodes(anAgreement(), aReturn(deskBack, lampAdded())),
      refunds: [aRefund({ processedAt: '2026-02-12T00:00:30Z', ...paidBack('64.25') })],
    });
    expect(sent(order).map(({ total }) => total)).toStrictEqual([-6_425n]);
    expect(exclusions(order)).toStrictEqual(['skipped: no items']);
  });

  it('less a fee for sending it back: the fee is a separate line', () => {
    const fee = {
      ...aSale(),
      id: 'gid://shopify/FeeSale/9',
      lineType: 'FEE',
      quantity: null,
      ...totals('6.0', '0.0'),
      taxes: [],
      lineItem: null,
    };
    const order = anOrder({ returnStatus: 'RETURNED', agreements: nodes(anAgreement(), aReturn(deskBack, fee)) });
    expect(sent(order)).toMatchObject([
      { total: -10_125n, lines: [{ id: '71' }, { id: 'fee-9', quantity: 1, amount: 600n }] },
    ]);
  });
});

describe('a refund of an order that was edited', () => {
  it("that only repays the edit's reduction is sent with the edit", () => {
    const order = edited([anEdit(deskBack)], { refunds: [moneyBack('107.25')] });
    expect(sent(order).map(({ id, total }) => [id, total])).toStrictEqual([
      ['shopify:548380009:5012345678:edit:32', -10_725n],
    ]);
    expect(saleOf(order).refunds).toMatchObject([{ total: 0n }]);
    const withEmptyAgreement = edited([anEdit(deskBack), theRefund()], { refunds: [moneyBack('107.25')] });
    expect(sent(withEmptyAgreement).map(({ total }) => total)).toStrictEqual([-10_725n]);
  });

  it('of something else is sent as ever', () => {
    const order = edited([anEdit(lampAdded()), theRefund(deskBack)], {
      totalReceivedSet: money('155.25'),
      refunds: [aRefund()],
    });
    expect(sent(order).map(({ id, total }) => [id, total])).toStrictEqual([
      ['shopify:548380009:5012345678:refund:41', -10_725n],
      ['shopify:548380009:5012345678:edit:32', 4_300n],
    ]);
  });

  it('of a line that was added later is sent with that line', () => {
    const lampBack = lampAdded({ actionType: 'RETURN', quantity: -2, ...totals('-43.0', '-3.0'), taxes: [] });
    const line = {
      quantity: 2,
      lineItem: { id: 'gid://shopify/LineItem/73' },
      subtotalSet: money('40.0'),
      totalTaxSet: money('3.0'),
    };
    const order = edited([anEdit(lampAdded()), theRefund(lampBack)], {
      totalReceivedSet: money('155.25'),
      refunds: [aRefund({ refundLineItems: nodes(line), ...paidBack('43.0') })],
    });
    expect(sent(order)).toMatchObject([
      { lines: [{ id: '73', productName: 'Lamp', quantity: -2 }], total: -4_300n },
      { total: 4_300n },
    ]);
  });

  it('of more money than the ledger counts for it sends what the ledger counts', () => {
    const goodwill = aSale({
      id: 'gid://shopify/AdjustmentSale/9',
      lineType: 'ADJUSTMENT',
      quantity: null,
      ...totals('-10.0', '-0.75'),
      taxes: [],
      lineItem: null,
    });
    const order = edited([anEdit(deskBack), theRefund(goodwill)], { refunds: [moneyBack('117.25')] });
    expect(sent(order)).toMatchObject([
      { id: 'shopify:548380009:5012345678:refund:41', taxCollected: -75n, total: -1_000n },
      { total: -10_725n },
    ]);
  });

  it('where no edit took anything off is sent as ever, once the ledger knows of it', () => {
    const read = (...agreements: readonly Json[]): Json =>
      edited([anEdit(lampAdded()), ...agreements], { totalReceivedSet: money('155.25'), refunds: [moneyBack('20.0')] });
    expect(sent(read(theRefund())).map(({ total }) => total)).toStrictEqual([-2_000n, 4_300n]);
    // The ledger may still get a second edit for the same money.
    expect(exclusions(read())).toStrictEqual(['held: totals do not add up']);
    const less = {
      ...anEdit(aShippingSale({ totalAmount: money('-20.0') })),
      id: 'gid://shopify/OrderEditAgreement/35',
    };
    expect(sent(read(less)).map(({ total }) => total)).toStrictEqual([4_300n, -2_000n]);
  });

  it.each(['112.25', null])(
    'that the ledger does not know and cannot explain is held, never left out (%s paid)',
    (paid) => {
      const lessShipping = aShippingSale({ totalAmount: money('-5.0') });
      const totalReceivedSet = paid === null ? null : money(paid);
      const order = edited([anEdit(lessShipping)], { totalReceivedSet, refunds: [moneyBack('80.0')] });
      expect(exclusions(order)).toStrictEqual(['held: totals do not add up']);
      expect(sent(order)).toMatchObject([{ total: -500n }]);
    },
  );

  it.each(['112.25', null])(
    'that comes after one which paid for the edit together with its own goods is held, never left out (%s paid)',
    (paid) => {
      const lessShipping = aShippingSale({ totalAmount: money('-5.0') });
      const partBack = aSale({ quantity: 0, ...totals('-50.0', '0.0'), taxes: [] });
      const later = { ...moneyBack('5.0'), id: 'gid://shopify/Refund/42', processedAt: '2026-02-11T09:00:00Z' };
      const order = edited([anEdit(lessShipping), theRefund(partBack)], {
        totalReceivedSet: paid === null ? null : money(paid),
        refunds: [moneyBack('55.0'), later],
      });
      expect(exclusions(order)).toStrictEqual(['held: totals do not add up']);
      expect(sent(order).map(({ total }) => total)).toStrictEqual([-5_000n, -500n]);
    },
  );

  it.each<[string, Json]>([
    ['return', { returnStatus: 'RETURNED' }],
    ['edit', { edited: true }],
  ])('for whose %s the ledger has no line yet is held: it would be sent twice', (kind, marks) => {
    const change = kind === 'edit' ? anEdit(deskBack) : aReturn(deskBack);
    const read = (...agreements: readonly Json[]): Json =>
      anOrder({
        ...marks,
        totalReceivedSet: money('112.25'),
        agreements: nodes(anAgreement(), ...agreements),
        refunds: [{ ...aRefund(), processedAt: '2026-02-12T00:00:30Z' }],
      });
    expect(sent(read())).toStrictEqual([]);
    expect(exclusions(read())).toStrictEqual(['held: totals do not add up']);
    expect(sent(read(change)).map(({ total }) => total)).toStrictEqual([-10_725n]);
    expect(sent(read(change, theRefund())).map(({ total }) => total)).toStrictEqual([-10_725n]);
    // The ledger counts it under itself: nothing else is to come for it.
    expect(sent(read(theRefund(deskBack))).map(({ id }) => id)).toStrictEqual([
      'shopify:548380009:5012345678:refund:41',
    ]);
  });

  it('that an app dates back to before the edit is for the edit all the same', () => {
    const dates = { createdAt: '2026-02-10T09:00:00Z', processedAt: '2026-02-05T00:00:00Z' };
    const order = edited([anEdit(deskBack), theRefund()], { refunds: [{ ...moneyBack('107.25'), ...dates }] });
    expect(sent(order).map(({ total }) => total)).toStrictEqual([-10_725n]);
  });

  it('that failed explains nothing of the money that goes back for it later: held, never left out', () => {
    const failed = aRefund({
      id: 'gid://shopify/Refund/40',
      createdAt: '2026-02-09T09:00:00Z',
      processedAt: '2026-02-09T09:00:00Z',
      totalRefundedSet: money('0.0'),
      transactions: nodes({ kind: 'REFUND', status: 'FAILURE', amountSet: money('107.25') }),
    });
    const ofFailed = { ...theRefund(deskBack), refund: { id: 'gid://shopify/Refund/40' } };
    const order = edited([anEdit(aShippingSale({ totalAmount: money('-5.0') })), ofFailed], {
      refunds: [failed, moneyBack('107.25')],
    });
    expect(exclusions(order)).toStrictEqual(['skipped: not paid', 'held: totals do not add up']);
  });

  it('that was made before the edit stays as it was sent, for any later reduction', () => {
    const late = { ...anEdit(aShippingSale({ totalAmount: money('-5.0') })), happenedAt: '2026-03-01T00:00:00Z' };
    const before = edited([], { refunds: [moneyBack('5.0')], edited: false });
    const after = edited([late], { refunds: [moneyBack('5.0')] });
    expect(sent(after)[0]).toStrictEqual(sent(before)[0]);
  });

  describe('whose payment was pending at first', () => {
    const anAdjustment = (id: number, amount: string): Json =>
      aSale({
        id: `gid://shopify/AdjustmentSale/${id}`,
        lineType: 'ADJUSTMENT',
        quantity: null,
        ...totals(amount, '0.0'),
        taxes: [],
        lineItem: null,
      });
    const lessShipping = anEdit(aShippingSale({ totalAmount: money('-5.0') }));
    const begun = theRefund(deskBack, anAdjustment(9, '107.25'));
    const arrived = {
      ...theRefund(anAdjustment(10, '-107.25')),
      id: 'gid://shopify/RefundAgreement/36',
      happenedAt: '2026-02-13T09:00:00Z',
    };
    const read = (...agreements: readonly Json[]): Json => edited(agreements, { refunds: [aRefund()] });

    it.each([
      ['added to', anEdit(lampAdded()), 4_300n],
      ['took from', lessShipping, -500n],
    ])('is sent once and in full, from all that the ledger has of it, where an edit %s the order', (_, edit, more) => {
      expect(sent(read(edit, begun, arrived))).toMatchObject([
        { id: 'shopify:548380009:5012345678:refund:41', lines: [{ id: '71' }], taxCollected: -725n, total: -10_725n },
        { total: more },
      ]);
    });

    it('is held, never sent as nothing, while the ledger lacks its arrival and may count it with an edit', () => {
      expect(exclusions(read(lessShipping, begun))).toStrictEqual(['held: totals do not add up']);
      expect(sent(read(lessShipping, begun)).map(({ total }) => total)).toStrictEqual([-500n]);
    });

    it('does not pass for the money of an edit that a later refund gives back while it is pending still', () => {
      const transactions = nodes({ kind: 'REFUND', status: 'PENDING', amountSet: money('107.25') });
      const pending = aRefund({ totalRefundedSet: money('0.0'), transactions });
      const later = { ...moneyBack('5.0'), id: 'gid://shopify/Refund/42', processedAt: '2026-02-11T09:00:00Z' };
      const order = edited([lessShipping, begun], { refunds: [pending, later] });
      expect(saleOf(order).refunds).toMatchObject([
        { id: '41', isSettled: false },
        { id: '42', total: 0n },
      ]);
      expect(exclusions(order).filter((one) => one.startsWith('held: totals do not add up'))).toHaveLength(0);
    });

    it('is sent before that when no edit reduced the order', () => {
      expect(sent(read(anEdit(lampAdded()), begun)).map(({ total }) => total)).toStrictEqual([-10_725n, 4_300n]);
    });
  });

  it('that moved no money, and is in the ledger, is sent once', () => {
    const removal = aRefund({ totalRefundedSet: money('0.0'), transactions: nodes() });
    const order = edited([anEdit(lampAdded()), theRefund(deskBack)], { refunds: [removal] });
    expect(sent(order).map(({ total }) => total)).toStrictEqual([-10_725n, 4_300n]);
    expect(saleOf(order).adjustments).toMatchObject([{ kind: 'edit' }]);
  });
});

describe('what was sent of an order', () => {
  const later = (agreement: Json, id: string, happenedAt: string): Json => ({ ...agreement, id, happenedAt });
  const lampOff = anEdit(lampAdded({ quantity: -1, ...totals('-21.5', '-1.5'), taxes: [] }));
  const owing = (agreements: readonly Json[], received: string): Json =>
    edited(agreements, { displayFinancialStatus: 'PARTIALLY_PAID', totalReceivedSet: money(received) });

  it('a paid addition stays sent when a later one is not paid yet', () => {
    const next = later(anEdit(lampAdded()), 'gid://shopify/OrderEditAgreement/35', '2026-02-20T00:00:00Z');
    const order = owing([anEdit(lampAdded()), next], '155.25');
    expect(sent(order).map(({ id }) => id)).toStrictEqual(['shopify:548380009:5012345678:edit:32']);
    expect(exclusions(order)).toStrictEqual(['skipped: not paid']);
  });

  it('an addition is not paid by a refund whose money is on its way and not listed yet', () => {
    const silent = aRefund({ totalRefundedSet: money('0.0'), transactions: nodes() });
    const order = owing([anEdit(lampAdded()), theRefund(deskBack)], '112.25');
    expect(exclusions({ ...order, refunds: [silent] })).toStrictEqual(['skipped: not paid']);
    const next = later(anEdit(lampAdded()), 'gid://shopify/OrderEditAgreement/35', '2026-02-20T00:00:00Z');
    const half = owing([anEdit(lampAdded()), next, theRefund(deskBack)], '155.25');
    expect(sent({ ...half, refunds: [silent] }).map(({ total }) => total)).toStrictEqual([-10_725n, 4_300n]);
  });

  it('what takes off a part of an addition that is not paid waits with it, and is sent with it', () => {
    const less = later(lampOff, 'gid://shopify/OrderEditAgreement/35', '2026-02-08T00:00:00Z');
    const order = owing([anEdit(lampAdded()), less], '112.25');
    expect(exclusions(order)).toStrictEqual(['skipped: not paid', 'skipped: not paid']);
    expect(sent(order, { partiallyPaid: 'send' }).map(({ total }) => total)).toStrictEqual([4_300n, -2_150n]);
    const paid = edited([anEdit(lampAdded()), less], { totalReceivedSet: money('133.75') });
    expect(sent(paid).map(({ total }) => total)).toStrictEqual([4_300n, -2_150n]);
  });

  it('an addition is not paid by another one that was taken off again', () => {
    const chairs = { lineItem: { id: 'gid://shopify/LineItem/74' } };
    const next = later(anEdit(lampAdded(chairs)), 'gid://shopify/OrderEditAgreement/35', '2026-02-20T00:00:00Z');
    const less = anEdit(lampAdded({ ...chairs, quantity: -2, ...totals('-43.0', '-3.0') }));
    const off = later(less, 'gid://shopify/OrderEditAgreement/36', '2026-02-21T00:00:00Z');
    const order = owing([anEdit(lampAdded()), next, off], '112.25');
    expect(sent(order)).toStrictEqual([]);
    expect(sent({ ...order, totalReceivedSet: money('155.25') }).map(({ total }) => total)).toStrictEqual([
      4_300n,
      4_300n,
      -4_300n,
    ]);
  });

  it('what takes off goods of the sale waits for no addition', () => {
    const back = later(anEdit(deskBack), 'gid://shopify/OrderEditAgreement/35', '2026-02-08T00:00:00Z');
    const added = anEdit(lampAdded({ totalAmount: money('143.0') }));
    expect(sent(owing([added, back], '112.25')).map(({ total }) => total)).toStrictEqual([-10_725n]);
  });

  it('a refund for an edit stays explained when something is added later and not paid', () => {
    const added = later(anEdit(lampAdded()), 'gid://shopify/OrderEditAgreement/35', '2026-03-01T00:00:00Z');
    const lessShipping = anEdit(aShippingSale({ totalAmount: money('-5.0') }));
    const order = edited([lessShipping, added], {
      displayFinancialStatus: 'PARTIALLY_PAID',
      refunds: [moneyBack('5.0')],
    });
    expect(exclusions(order)).toStrictEqual(['skipped: no items', 'skipped: not paid']);
  });

  it('nor when something had been added and paid before that edit', () => {
    const first = later(anEdit(lampAdded()), 'gid://shopify/OrderEditAgreement/30', '2026-02-04T00:00:00Z');
    const last = later(anEdit(lampAdded()), 'gid://shopify/OrderEditAgreement/35', '2026-03-01T00:00:00Z');
    const order = edited([first, anEdit(aShippingSale({ totalAmount: money('-5.0') })), last], {
      displayFinancialStatus: 'PARTIALLY_PAID',
      totalReceivedSet: money('155.25'),
      refunds: [moneyBack('5.0')],
    });
    expect(exclusions(order)).toStrictEqual(['skipped: no items', 'skipped: not paid']);
    expect(sent(order).map(({ total }) => total)).toStrictEqual([4_300n, -500n]);
  });

  it('a refund for an edit stays explained after an earlier refund', () => {
    const dates = { createdAt: '2026-02-04T09:00:00Z', processedAt: '2026-02-04T09:00:00Z' };
    const goodwill = { ...moneyBack('4.0'), id: 'gid://shopify/Refund/40', ...dates };
    const order = edited([anEdit(aShippingSale({ totalAmount: money('-5.0') }))], {
      refunds: [goodwill, moneyBack('5.0')],
    });
    expect(sent(order).map(({ total }) => total)).toStrictEqual([-400n, -500n]);
    expect(exclusions(order)).toStrictEqual(['skipped: no items']);
  });

  it('a refund from before the first edit stays, for any ledger of it', () => {
    const goodwill = {
      lineType: 'ADJUSTMENT',
      quantity: null,
      totalTaxAmount: money('0.0'),
      taxes: [],
      lineItem: null,
    };
    const late = later(anEdit(deskBack), 'gid://shopify/OrderEditAgreement/35', '2026-03-01T00:00:00Z');
    const before = edited([], { refunds: [moneyBack('5.0')], edited: false });
    for (const own of [theRefund(), theRefund(aSale({ ...goodwill, totalAmount: money('-4.98') }))]) {
      expect(sent(edited([own, late], { refunds: [moneyBack('5.0')] }))[0]).toStrictEqual(sent(before)[0]);
    }
  });

  it('a refund under which the ledger has no sale, and which no edit explains, is held and not left out', () => {
    const lessShipping = anEdit(aShippingSale({ totalAmount: money('-5.0') }));
    const order = edited([lessShipping, theRefund()], { refunds: [moneyBack('80.0')] });
    expect(exclusions(order)).toStrictEqual(['held: totals do not add up']);
  });

  it('a refund for an edit that is not sent, because the original order is unknown, is sent', () => {
    const order = edited([], {
      agreements: nodes(anEdit(deskBack), theRefund()),
      lineItems: nodes(aLine()),
      originalTotalPriceSet: null,
      refunds: [moneyBack('107.25')],
    });
    expect(sent(order).map(({ total }) => total)).toStrictEqual([-10_725n]);
  });

  it('a removal without money is sent once, with the money that goes back for it later', () => {
    const removal = aRefund({ totalRefundedSet: money('0.0'), transactions: nodes() });
    const paidLater = { ...moneyBack('107.25'), id: 'gid://shopify/Refund/42', processedAt: '2026-02-15T09:00:00Z' };
    const order = anOrder({
      totalReceivedSet: money('112.25'),
      agreements: nodes(anAgreement(), theRefund(deskBack)),
      refunds: [removal, paidLater],
    });
    expect(sent(order).map(({ total }) => total)).toStrictEqual([-10_725n]);
  });
});

describe('all that is sent of an order', () => {
  const cents = fc.integer({ min: -5_000, max: 5_000 });
  const someSale = fc.record({
    line: fc.constantFrom('71', '73', '74'),
    net: cents,
    tax: cents,
    quantity: fc.integer({ min: -3, max: 3 }),
  });
  const someAgreements = fc.array(
    fc.record({ reason: fc.constantFrom('ORDER_EDIT', 'RETURN'), sales: fc.array(someSale, { maxLength: 4 }) }),
    { minLength: 1, maxLength: 5 },
  );
  const text = (amount: number): string => (amount / 100).toFixed(2);

  it('adds up to its ledger, to the cent, each with valid totals and its own id', () => {
    fc.assert(
      fc.property(someAgreements, fc.boolean(), (all, taxesIncluded) => {
        const agreements = all.map(({ reason, sales }, index) =>
          anAgreement({
            id: `gid://shopify/SalesAgreement/${40 + index}`,
            reason,
            sales: nodes(
              ...sales.map(({ line, net, tax, quantity }, position) =>
                aSale({
                  id: `gid://shopify/Sale/${index}${position}`,
                  quantity,
                  totalAmount: money(text(net + tax)),
                  totalTaxAmount: money(text(tax)),
                  taxes: [],
                  lineItem: { id: `gid://shopify/LineItem/${line}` },
                }),
              ),
            ),
          }),
        );
        const pushed = sent(edited(agreements, { taxesIncluded, originalTotalPriceSet: money('112.25') }));
        const ledger = all.flatMap(({ sales }) => sales).reduce((sum, { net, tax }) => sum + net + tax, 0);
        expect(pushed.reduce((sum, { total }) => sum + total, 0n)).toBe(BigInt(ledger));
        expect(new Set(pushed.map(({ id }) => id)).size).toBe(pushed.length);
        for (const { lines, subtotal, shippingHandling, taxCollected, total } of pushed) {
          expect(lines.reduce((sum, { amount, quantity }) => sum + amount * BigInt(quantity), 0n)).toBe(subtotal);
          expect(subtotal + shippingHandling + taxCollected).toBe(total);
          expect(lines.every(({ amount, quantity }) => amount >= 0n && quantity !== 0)).toBe(true);
        }
      }),
    );
  });
});

describe('a change of unknown reason, in a policy that sends changes', () => {
  const anUnknown = (...sales: readonly Json[]): Json =>
    anAgreement({
      id: 'gid://shopify/SalesAgreement/35',
      reason: 'UNKNOWN',
      happenedAt: '2026-02-08T08:00:00Z',
      sales: nodes(...sales),
    });
  const changed = (agreements: readonly Json[], differences: Json = {}): Json =>
    edited(agreements, { edited: false, ...differences });

  it('is held with its amount, for a person to decide, and never sent as if it were an edit', () => {
    const order = changed([anUnknown(deskBack)]);
    expect(sent(order)).toStrictEqual([]);
    expect(laterResults(order)).toMatchObject([
      {
        _tag: 'Left',
        left: {
          _tag: 'Held',
          reason: 'unreadable record',
          message: expect.stringMatching(/unknown reason.*-107\.25 USD.*Nothing was sent/),
        },
      },
    ]);
  });

  it('is also held when its total is zero', () => {
    const swapped = anUnknown(deskBack, lampAdded(totals('107.25', '7.25')));
    expect(exclusions(changed([swapped]))).toStrictEqual(['held: unreadable record']);
  });

  it('explains the money that goes back for it: that is not sent next to it', () => {
    const order = changed([anUnknown(deskBack)], { refunds: [moneyBack('107.25')] });
    expect(sent(order)).toStrictEqual([]);
    expect(exclusions(order)).toStrictEqual(['skipped: no items', 'held: unreadable record']);
  });

  it('adds no line of which a refund could take something back', () => {
    const lampBack = aRefund({
      refundLineItems: nodes({
        quantity: 2,
        lineItem: { id: 'gid://shopify/LineItem/73' },
        subtotalSet: money('40.0'),
        totalTaxSet: money('3.0'),
      }),
      ...paidBack('43.0'),
    });
    const ofLamp = theRefund(lampAdded({ quantity: -2, ...totals('-43.0', '-3.0'), taxes: nodes() }));
    const order = changed([anUnknown(lampAdded()), ofLamp], { refunds: [lampBack], totalReceivedSet: money('155.25') });
    expect(sent(order)).toStrictEqual([]);
    expect(exclusions(order)).toStrictEqual(['skipped: no items', 'held: unreadable record']);
  });
});
