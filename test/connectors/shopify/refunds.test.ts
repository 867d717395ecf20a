import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import { sentChanges } from '../../../src/mapping/sent-changes.ts';
import { sendsRefunds } from '../../support/a-policy.ts';
import { left, right } from '../../support/right.ts';
import {
  aLine,
  anAddress,
  anAgreement,
  anOrder,
  aRefund,
  aSale,
  aTax,
  type Json,
  money,
  nodes,
  paidBack,
  totals,
} from './an-order.ts';
import { outcomeOf, saleOf } from './mapped.ts';

const success = (amount: string): Json => nodes({ kind: 'REFUND', status: 'SUCCESS', amountSet: money(amount) });
const refundOf = (differences: Json, order: Json = {}) =>
  saleOf(anOrder({ ...order, refunds: [aRefund(differences)] })).refunds[0];

/** The refund as a transaction, or the reason why not. */
const sent = (differences: Json, order: Json = {}) => {
  const json = anOrder({ ...order, refunds: [aRefund(differences)] });
  const sale = saleOf(json);
  const mapped = right(outcomeOf(json));
  const [refund] = sale.refunds;
  if (refund === undefined) throw new Error('no refund');
  return E.map((done: typeof mapped) => done.transaction)(refundToTransaction(sale, mapped)(refund));
};

const nothing = { refundLineItems: nodes() };

describe('refunds', () => {
  it('refund of goods: its lines without tax, with its own date', () => {
    expect(refundOf({})).toMatchObject({
      id: '41',
      occurredAt: '2026-02-10T09:00:00Z',
      isSettled: true,
      lines: [{ lineId: '71', quantity: 1, amount: 10_000n, tax: 725n }],
      adjustment: { amount: 0n, tax: 0n },
      total: 10_725n,
    });
    expect(right(sent({}))).toMatchObject({ subtotal: -10_000n, taxCollected: -725n, total: -10_725n });
  });

  it('refund of shipping only', () => {
    const shipping = {
      ...nothing,
      totalRefundedSet: money('5.4'),
      refundShippingLines: nodes({ subtotalAmountSet: money('5.0'), taxAmountSet: money('0.4') }),
      transactions: success('5.4'),
    };
    expect(refundOf(shipping)).toMatchObject({ lines: [], shipping: { amount: 500n, tax: 40n }, total: 540n });
    expect(right(sent(shipping))).toMatchObject({ shippingHandling: -500n, taxCollected: -40n, total: -540n });
  });

  it('refund of money only: an adjustment, with the tax that Shopify states', () => {
    const goodwill = {
      ...nothing,
      totalRefundedSet: money('10.0'),
      orderAdjustments: nodes({ amountSet: money('-9.25'), taxAmountSet: money('-0.75') }),
      transactions: success('10.0'),
    };
    expect(refundOf(goodwill)).toMatchObject({ adjustment: { amount: 925n, tax: 75n }, total: 1000n });
    expect(right(sent(goodwill)).total).toBe(-1000n);
  });

  it('money by amount that is all that was left of the order takes back all of it with its tax, and no tip', () => {
    const byAmount = (id: string, day: string, amount: string) =>
      aRefund({
        ...{ id: `gid://shopify/Refund/${id}`, processedAt: `2026-02-${day}T09:00:00Z` },
        ...nothing,
        ...paidBack(amount),
        orderAdjustments: nodes({ amountSet: money(`-${amount}`), taxAmountSet: money('0.0') }),
      });
    const takenBack = (order: Json, ...refunds: readonly Json[]) => {
      const json = anOrder({ ...order, refunds });
      const policy = { ...defaultPolicy, ...sendsRefunds };
      return sentChanges(policy, saleOf(json, policy), right(outcomeOf(json, policy))).map(({ result }) =>
        E.isLeft(result)
          ? result.left._tag
          : [Number(result.right.transaction.total), Number(result.right.transaction.taxCollected)],
      );
    };
    expect(takenBack({}, byAmount('41', '10', '112.25'))).toStrictEqual([[-11_225, -725]]);
    expect(takenBack({}, byAmount('41', '10', '50.0'), byAmount('42', '12', '62.25'))).toStrictEqual([
      [-5_000, 0],
      [-6_225, -725],
    ]);
    const tipped = { totalTipReceivedSet: money('10.0'), originalTotalPriceSet: money('122.25') };
    expect(takenBack(tipped, byAmount('41', '10', '122.25'))).toStrictEqual([[-11_225, -725]]);
    expect(takenBack(tipped, byAmount('41', '10', '112.25'))).toStrictEqual(['Held']);
    const marketplace = { lineItems: nodes(aLine({ taxLines: [aTax('7.25', true)] })) };
    expect(takenBack(marketplace, byAmount('41', '10', '112.25'))).toStrictEqual([[-10_500, 0]]);
  });

  it.each([false, true])(
    'refund of all with an additional fee, which its lists do not name: the fee and its tax, once',
    (incl) => {
      const goods = nodes({
        quantity: 1,
        lineItem: { id: 'gid://shopify/LineItem/71' },
        subtotalSet: money(incl ? '107.25' : '100.0'),
        totalTaxSet: money('7.25'),
      });
      const order = {
        taxesIncluded: incl,
        additionalFees: [
          {
            id: 'gid://shopify/AdditionalFee/5',
            name: 'Fee',
            price: money(incl ? '2.16' : '2.0'),
            taxLines: [aTax('0.16')],
          },
        ],
        ...(incl && { lineItems: nodes(aLine({ originalUnitPriceSet: money('107.25') })) }),
        originalTotalPriceSet: money('114.41'),
      };
      const refund = { refundLineItems: goods, ...paidBack('109.41') };
      expect(right(sent(refund, order))).toMatchObject({ subtotal: -10_200n, taxCollected: -741n, total: -10_941n });
      expect(refundOf(refund, order)?.adjustment).toStrictEqual({ amount: 0n, tax: 0n });
      expect(right(sent({ refundLineItems: goods, ...paidBack('108.00') }, order)).taxCollected).toBe(-725n);
    },
  );

  it('NO_RESTOCK: lines of zero, but money was refunded', () => {
    const zero = {
      quantity: 1,
      lineItem: { id: 'gid://shopify/LineItem/71' },
      subtotalSet: money('0.0'),
      totalTaxSet: money('0.0'),
    };
    const refund = { refundLineItems: nodes(zero), ...paidBack('15.0') };
    expect(refundOf(refund)).toMatchObject({ lines: [{ amount: 0n }], adjustment: { amount: 1500n }, total: 1500n });
  });

  const lineWithout = (field: string): Json =>
    nodes({
      quantity: 1,
      lineItem: { id: 'gid://shopify/LineItem/71' },
      subtotalSet: money('100.0'),
      totalTaxSet: money('7.25'),
      [field]: undefined,
    });

  it.each<[string, Json]>([
    ['lines', { refundLineItems: undefined }],
    ['tax', { refundLineItems: lineWithout('totalTaxSet') }],
    ['prices', { refundLineItems: lineWithout('subtotalSet') }],
    ['line', { refundLineItems: lineWithout('lineItem') }],
    ['shipping', { ...nothing, refundShippingLines: undefined }],
    ['tax on shipping', { ...nothing, refundShippingLines: nodes({ subtotalAmountSet: money('100.0') }) }],
    ['adjustments', { ...nothing, orderAdjustments: null }],
  ])(
    'a refund that was recorded without its %s is held, and never sent without its tax; its sale is sent',
    (...row) => {
      const [, differences] = row;
      expect(left(sent(differences))).toMatchObject({ _tag: 'Held', reason: 'totals do not add up' });
      expect(refundOf(differences)).toMatchObject({ lines: [], adjustment: { tax: 0n }, total: 10_725n });
    },
  );

  it('a tax that a recorded line leaves out shows nowhere in prices that include it: held', () => {
    const order = { taxesIncluded: true, originalTotalPriceSet: money('105.0') };
    const refund = { refundLineItems: lineWithout('totalTaxSet'), ...paidBack('100.0') };
    expect(left(sent(refund, order))).toMatchObject({ _tag: 'Held', reason: 'totals do not add up' });
  });

  it('missing parts of a refund do not matter if the others explain its money, or if nothing was taxed', () => {
    const unread = { refundShippingLines: undefined, orderAdjustments: undefined };
    expect(right(sent(unread))).toMatchObject({ taxCollected: -725n, total: -10_725n });
    const untaxed = { originalTotalPriceSet: money('105.0'), lineItems: nodes(aLine({ taxLines: [] })) };
    const refund = { refundLineItems: undefined, ...paidBack('50.0') };
    expect(right(sent(refund, untaxed))).toMatchObject({ taxCollected: 0n, total: -5000n });
  });

  it('restocking fee: less was refunded than the goods cost', () => {
    const refund = paidBack('97.25');
    expect(refundOf(refund)).toMatchObject({ adjustment: { amount: -1000n }, total: 9725n });
    expect(right(sent(refund)).total).toBe(-9725n);
  });

  it('prices that include tax: the tax is taken out of the refunded lines and shipping', () => {
    const order = {
      taxesIncluded: true,
      originalTotalPriceSet: money('107.0'),
      lineItems: nodes(aLine({ originalUnitPriceSet: money('102.0') })),
    };
    const line = {
      quantity: 1,
      lineItem: { id: 'gid://shopify/LineItem/71' },
      subtotalSet: money('102.0'),
      totalTaxSet: money('17.0'),
    };
    const refund = { refundLineItems: nodes(line), ...paidBack('102.0') };
    expect(refundOf(refund, order)).toMatchObject({ lines: [{ amount: 8500n, tax: 1700n }], total: 10_200n });
  });

  it('pending refund: listed, never sent', () => {
    const pending = {
      totalRefundedSet: money('0.0'),
      transactions: nodes({ kind: 'REFUND', status: 'PENDING', amountSet: money('107.25') }),
    };
    expect(refundOf(pending)).toMatchObject({ isSettled: false, total: 10_725n });
    expect(E.isLeft(sent(pending))).toBe(true);
  });

  it('refund that failed moved nothing', () => {
    const failed = {
      totalRefundedSet: money('0.0'),
      transactions: nodes({ kind: 'REFUND', status: 'FAILURE', amountSet: money('107.25') }),
    };
    expect(refundOf(failed)).toMatchObject({ isSettled: false });
  });

  describe('a repayment after a failed refund', () => {
    const failed = aRefund({
      totalRefundedSet: money('0.0'),
      transactions: nodes({ kind: 'REFUND', status: 'FAILURE', amountSet: money('107.25') }),
    });
    const later = (amount: string, more: Json = {}): Json =>
      aRefund({
        id: 'gid://shopify/Refund/42',
        createdAt: '2026-02-12T09:00:00Z',
        processedAt: '2026-02-12T09:00:00Z',
        ...paidBack(amount),
        ...nothing,
        ...more,
      });
    const transactionsOf = (...refunds: readonly Json[]) => {
      const json = anOrder({ refunds });
      const mapped = right(outcomeOf(json));
      return saleOf(json).refunds.map((refund) => refundToTransaction(saleOf(json), mapped)(refund));
    };

    it('of the same amount is for the same goods, with their tax', () => {
      const stated = { orderAdjustments: nodes({ amountSet: money('-107.25'), taxAmountSet: money('0.0') }) };
      for (const more of [{}, stated]) {
        const [first, second] = transactionsOf(failed, later('107.25', more));
        expect(first).toMatchObject({ left: { reason: 'not paid' } });
        expect(second).toMatchObject({
          right: {
            transaction: {
              id: 'shopify:548380009:5012345678:refund:42',
              transactedAt: '2026-02-12T09:00:00Z',
              lines: [{ id: '71', quantity: -1, amount: 10_000n }],
              taxCollected: -725n,
              total: -10_725n,
            },
          },
        });
      }
    });

    it('is for them once: a second one is for something else', () => {
      const again = { id: 'gid://shopify/Refund/43' };
      const [, second, third] = transactionsOf(failed, later('107.25'), later('107.25', again));
      expect(second).toMatchObject({ right: { transaction: { taxCollected: -725n } } });
      expect(third).toMatchObject({ right: { transaction: { taxCollected: 0n } } });
    });

    it('of another amount is held: its tax is unknown', () => {
      expect(transactionsOf(failed, later('50.0'))[1]).toMatchObject({
        left: { _tag: 'Held', reason: 'totals do not add up' },
      });
    });

    it('is held when the items of the first refund are unknown', () => {
      const nameless = { ...failed, refundLineItems: lineWithout('lineItem') };
      expect(transactionsOf(nameless, later('107.25'))[1]).toMatchObject({ left: { reason: 'totals do not add up' } });
    });

    it('is not for them when it came first, or states its own items', () => {
      const early = { createdAt: '2026-02-09T09:00:00Z', processedAt: '2026-02-09T09:00:00Z' };
      expect(transactionsOf(later('50.0', early), failed)[0]).toMatchObject({
        right: { transaction: { total: -5_000n } },
      });
      const ofShipping = {
        refundShippingLines: nodes({ subtotalAmountSet: money('5.0'), taxAmountSet: money('0.0') }),
      };
      expect(transactionsOf(failed, later('5.0', ofShipping))[1]).toMatchObject({
        right: { transaction: { shippingHandling: -500n } },
      });
    });
  });

  it('refunded duties belong to the line of the duty', () => {
    const order = {
      originalTotalPriceSet: money('124.25'),
      lineItems: nodes(aLine({ duties: [{ id: 'gid://shopify/Duty/8', price: money('12.0'), taxLines: [] }] })),
    };
    const refund = {
      ...nothing,
      duties: [{ amountSet: money('12.0'), originalDuty: { id: 'gid://shopify/Duty/8' } }],
      ...paidBack('12.0'),
    };
    expect(refundOf(refund, order)).toMatchObject({
      lines: [{ lineId: 'duty-8', amount: 1200n }],
      adjustment: { amount: 0n },
    });
    expect(right(sent(refund, order)).total).toBe(-1_200n);
    const abroad = { ...order, shippingAddress: anAddress({ provinceCode: null, zip: '10115', countryCodeV2: 'DE' }) };
    expect(left(sent(refund, abroad)).reason).toBe('no items');
  });

  describe('of duties that were taxed', () => {
    const taxed = {
      originalTotalPriceSet: money('125.25'),
      lineItems: nodes(
        aLine({ duties: [{ id: 'gid://shopify/Duty/8', price: money('12.0'), taxLines: [aTax('1.0')] }] }),
      ),
    };
    const back = (duty: string, paid: string, more: Json = {}): Json => ({
      duties: [{ amountSet: money(duty), originalDuty: { id: 'gid://shopify/Duty/8' } }],
      ...paidBack(paid),
      ...more,
    });

    it('includes their tax', () => {
      expect(right(sent(back('12.0', '120.25'), taxed))).toMatchObject({ taxCollected: -825n, total: -12_025n });
      expect(right(sent(back('6.0', '113.75'), taxed)).total).toBe(-11_375n);
      expect(right(sent(back('12.0', '13.0', nothing), taxed)).total).toBe(-1_300n);
    });

    it('may give them back without their tax', () => {
      expect(right(sent(back('12.0', '119.25'), taxed)).total).toBe(-11_925n);
    });

    it('has their tax on their lines also where Shopify states it as an adjustment of tax', () => {
      const adjusted = back('12.0', '120.25', {
        orderAdjustments: nodes({ amountSet: money('0.0'), taxAmountSet: money('-1.0') }),
      });
      expect(right(sent(adjusted, taxed))).toMatchObject({ taxCollected: -825n, total: -12_025n });
      const shippingAddress = anAddress({ provinceCode: null, zip: '10115', countryCodeV2: 'DE' });
      expect(right(sent(adjusted, { ...taxed, shippingAddress }))).toMatchObject({
        taxCollected: -725n,
        total: -10_725n,
      });
    });

    it('is held when the money is also for something else, because the tax in it is unknown', () => {
      expect(left(sent(back('12.0', '125.25'), taxed))).toMatchObject({ _tag: 'Held', reason: 'totals do not add up' });
    });
  });

  it('multi-currency: the refund keeps the rate of the order, not of the day of its payment', () => {
    const refund = paidBack('104.0');
    expect(refundOf(refund, { presentmentCurrencyCode: 'CAD' })).toMatchObject({
      total: 10_725n,
      adjustment: { amount: 0n },
    });
  });

  it('removal without money is one adjustment, from the ledger if that shows it', () => {
    const removal = aRefund({ totalRefundedSet: money('0.0'), transactions: nodes() });
    expect(saleOf(anOrder({ refunds: [removal] }))).toMatchObject({
      refunds: [],
      adjustments: [{ kind: 'return', amount: -10_725n, tax: -725n }],
    });
    const edit = anAgreement({ reason: 'ORDER_EDIT', sales: nodes(aSale({ totalAmount: money('-107.25') })) });
    const withLedger = anOrder({ edited: true, refunds: [removal], agreements: nodes(anAgreement(), edit) });
    expect(saleOf(withLedger).adjustments).toMatchObject([{ kind: 'edit', amount: -10_725n }]);
  });
});

describe('later adjustments', () => {
  it('cancellation is listed without money, which its refunds have', () => {
    const order = anOrder({ cancelledAt: '2026-02-11T00:00:00Z', refunds: [aRefund()] });
    expect(saleOf(order).adjustments).toMatchObject([
      { kind: 'cancellation', amount: 0n, occurredAt: '2026-02-11T00:00:00Z' },
    ]);
  });

  it('return and exchange: the returned and the new items, from the ledger', () => {
    const exchange = anAgreement({
      id: 'gid://shopify/ReturnAgreement/33',
      reason: 'RETURN',
      happenedAt: '2026-02-12T00:00:00Z',
      sales: nodes(
        aSale({ actionType: 'RETURN', quantity: -1, ...totals('-107.25', '-7.25') }),
        aSale({
          id: 'gid://shopify/ProductSale/8',
          ...totals('128.7', '8.7'),
          lineItem: { id: 'gid://shopify/LineItem/73' },
        }),
      ),
    });
    const order = anOrder({ returnStatus: 'RETURNED', agreements: nodes(anAgreement(), exchange) });
    expect(saleOf(order).adjustments).toMatchObject([{ kind: 'return', id: '33', amount: 2145n, tax: 145n }]);
    expect(right(outcomeOf(order)).transaction.total).toBe(11_225n);
  });

  it.each<[string, string | null]>([
    ['UNKNOWN', 'UNKNOWN'],
    ['a new reason', 'SUBSCRIPTION_CHANGE'],
    ['no reason', null],
  ])('changed for an unknown reason (%s): an adjustment, and the sale as sold', (_, reason) => {
    const change = anAgreement({
      id: 'gid://shopify/SalesAgreement/35',
      reason,
      happenedAt: '2026-02-13T00:00:00Z',
      sales: nodes(aSale({ quantity: -1, ...totals('-107.25', '-7.25') })),
    });
    const order = anOrder({ agreements: nodes(anAgreement(), change) });
    expect(saleOf(order).adjustments).toStrictEqual([
      {
        kind: 'edit',
        id: '35',
        occurredAt: '2026-02-13T00:00:00Z',
        currency: 'USD',
        amount: -10_725n,
        tax: -725n,
        sent: false,
        message: 'the order was changed for an unknown reason; see its timeline in Shopify: -107.25 USD',
      },
    ]);
    expect(right(outcomeOf(order)).transaction.total).toBe(11_225n);
  });

  it('a refund is in the list of refunds, not also among the adjustments', () => {
    const refund = anAgreement({ reason: 'REFUND', sales: nodes(aSale({ totalAmount: money('-107.25') })) });
    const order = anOrder({ refunds: [aRefund()], agreements: nodes(anAgreement(), refund) });
    expect(saleOf(order)).toMatchObject({ refunds: { length: 1 }, adjustments: [] });
  });
});

describe('goods that come back without money', () => {
  const kept = (amount: string, differences: Json = {}): Json =>
    aRefund({
      totalRefundedSet: money('0.0'),
      transactions: nodes(),
      orderAdjustments: nodes({ amountSet: money(amount), taxAmountSet: money('0.0') }),
      ...differences,
    });
  const paidLater = (id: string, day: string, amount: string): Json =>
    aRefund({
      ...{ id: `gid://shopify/Refund/${id}`, createdAt: `2026-02-${day}T09:00:00Z`, processedAt: null },
      ...nothing,
      orderAdjustments: nodes({ amountSet: money(`-${amount}`), taxAmountSet: money('0.0') }),
      ...paidBack(amount),
    });
  /** In the ledger, an agreement with the goods and one with the adjustment. */
  const withLedger = (all: readonly Json[]): Json => ({
    agreements: nodes(
      anAgreement(),
      ...all.map(({ id, createdAt, refundLineItems, orderAdjustments }, index) => {
        const goods = (refundLineItems as { nodes: readonly Json[] }).nodes.length > 0;
        const [one] = (orderAdjustments as { nodes: readonly Json[] }).nodes;
        const kept = one?.['amountSet'] as { shopMoney: { amount: string } } | undefined;
        return anAgreement({
          ...{ id: `gid://shopify/RefundAgreement/${50 + index}`, reason: 'REFUND', happenedAt: createdAt },
          refund: { id },
          sales: nodes(
            ...(goods ? [aSale({ quantity: -1, ...totals('-107.25', '-7.25'), taxes: [] })] : []),
            aSale({
              lineType: 'ADJUSTMENT',
              lineItem: null,
              quantity: null,
              ...totals(kept?.shopMoney.amount ?? '', '0.0'),
              taxes: [],
            }),
          ),
        });
      }),
    ),
  });
  const orders = (refunds: readonly Json[]) => [anOrder({ refunds }), anOrder({ refunds, ...withLedger(refunds) })];
  /** By default and with refunds sent, with and without a ledger: total and tax of each change, or why it is held. */
  const sentOf = (refunds: readonly Json[], choice: Partial<Policy> = {}) =>
    orders(refunds).map((order) => {
      const policy = { ...defaultPolicy, ...choice };
      const sale = saleOf(order, policy);
      return sentChanges(policy, sale, right(outcomeOf(order, policy))).map(({ result }) =>
        E.isLeft(result)
          ? result.left._tag
          : [Number(result.right.transaction.total), Number(result.right.transaction.taxCollected)],
      );
    });
  const both = <A>(result: A): readonly A[] => [result, result];

  it.each([
    ['nothing was paid back', kept('107.25')],
    ['less was paid back than their tax', kept('107.00', paidBack('0.25'))],
  ])('are listed, and held where refunds are sent: %s', (_, refund) => {
    expect(sentOf([refund])).toStrictEqual(both([]));
    expect(sentOf([refund], sendsRefunds)).toStrictEqual(both(['Held']));
    for (const order of orders([refund])) expect(saleOf(order).refunds).toHaveLength(1);
  });

  it('go back with their tax when they are paid, days later', () => {
    const halves = [kept('107.25'), paidLater('42', '13', '107.25')];
    expect(sentOf(halves)).toStrictEqual(both([]));
    expect(sentOf(halves, sendsRefunds)).toStrictEqual(both(['Skipped', [-10_725, -725]]));
    // The books of Shopify take the tax back with the goods.
    for (const order of orders(halves))
      expect(saleOf(order).refunds.map(({ taxOfOther }) => taxOfOther)).toStrictEqual([725n, -725n]);
  });

  it('go back with the first of several payments that add up to them', () => {
    const parts = [kept('107.25'), paidLater('42', '13', '50.0'), paidLater('43', '14', '57.25')];
    expect(sentOf(parts, sendsRefunds)).toStrictEqual(both(['Skipped', [-5_000, -725], [-5_725, 0]]));
    const little = [kept('107.25'), paidLater('42', '13', '5.0'), paidLater('43', '14', '102.25')];
    expect(sentOf(little, sendsRefunds)).toStrictEqual(both(['Skipped', [-500, 0], [-10_225, -725]]));
  });

  it('go back with their tax when the rest is paid, where no more than their tax was paid at first', () => {
    const halves = [kept('102.25', paidBack('5.0')), paidLater('42', '13', '102.25')];
    expect(sentOf(halves, sendsRefunds)).toStrictEqual(
      both([
        [-500, 0],
        [-10_225, -725],
      ]),
    );
  });

  it('leave other money that is paid later unclear: it may be for them', () => {
    const goodwill = [kept('107.25'), paidLater('42', '13', '10.0')];
    expect(sentOf(goodwill, sendsRefunds)).toStrictEqual(both(['Held', 'Held']));
    const before = [paidLater('42', '08', '10.0'), kept('107.25')];
    expect(sentOf(before, sendsRefunds)).toStrictEqual(both([[-1_000, 0], 'Held']));
  });

  it('of a marketplace sale are no positive sale', () => {
    const marketplace = { lineItems: nodes(aLine({ taxLines: [aTax('7.25', true)] })) };
    const sale = saleOf(anOrder({ ...marketplace, refunds: [kept('107.25')] }));
    const mapped = right(outcomeOf(anOrder(marketplace)));
    expect(sentChanges(defaultPolicy, sale, mapped)).toStrictEqual([]);
  });
});
