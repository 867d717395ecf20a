import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { asCharged } from '../../../src/mapping/as-charged.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import { right } from '../../support/right.ts';
import {
  aLine,
  anAgreement,
  anOrder,
  aRefund,
  aSale,
  aSaleTax,
  aShippingSale,
  type Json,
  money,
  nodes,
  totals,
} from './an-order.ts';
import { exclusionOf, outcomeOf, saleOf, transactionOf } from './mapped.ts';

/** A desk and a lamp, 107.25 each with tax, and 5.00 shipping: 219.50 as placed on February 3. */
const twoLines = nodes(aLine(), aLine({ id: 'gid://shopify/LineItem/72', name: 'Lamp' }));
const lampSale = (sign: 1 | -1) => {
  const signed = sign === 1 ? '' : '-';
  return aSale({
    id: `gid://shopify/ProductSale/lamp${sign}`,
    quantity: sign,
    ...totals(`${signed}107.25`, `${signed}7.25`),
    taxes: [aSaleTax(`${signed}7.25`)],
    lineItem: { id: 'gid://shopify/LineItem/72' },
  });
};
const placed = anAgreement({ sales: nodes(aSale(), lampSale(1), aShippingSale()) });

const payment = (amount: string, day: string, more: Json = {}): Json => ({
  ...{ kind: 'SALE', status: 'SUCCESS', amountSet: money(amount) },
  processedAt: `2026-02-${day}T12:00:00Z`,
  ...more,
});
const withoutDate = { processedAt: undefined };

/** The lamp is taken off by an edit, or as a removal without money. */
const edited = (day: string): Json => ({
  edited: true,
  agreements: nodes(
    placed,
    anAgreement({
      ...{ id: 'gid://shopify/OrderEditAgreement/32', reason: 'ORDER_EDIT', happenedAt: `2026-02-${day}T00:00:00Z` },
      sales: nodes(lampSale(-1)),
    }),
  ),
});
const removalRecord = (day: string): Json =>
  aRefund({
    ...{ createdAt: `2026-02-${day}T00:00:00Z`, processedAt: `2026-02-${day}T00:00:00Z` },
    ...{ totalRefundedSet: money('0.0'), transactions: nodes() },
    refundLineItems: nodes({
      quantity: 1,
      lineItem: { id: 'gid://shopify/LineItem/72' },
      subtotalSet: money('100.0'),
      totalTaxSet: money('7.25'),
    }),
  });
const removed = (day: string): Json => ({
  refunds: [removalRecord(day)],
  agreements: nodes(
    placed,
    anAgreement({
      ...{ id: 'gid://shopify/RefundAgreement/33', reason: 'REFUND', happenedAt: `2026-02-${day}T00:00:00Z` },
      refund: { id: 'gid://shopify/Refund/41' },
      sales: nodes(lampSale(-1)),
    }),
  ),
});
const removedWithoutLedger = (day: string): Json => ({ refunds: [removalRecord(day)] });

const order = (change: Json, received: string, ...payments: readonly Json[]) =>
  anOrder({
    lineItems: twoLines,
    originalTotalPriceSet: money('219.5'),
    totalReceivedSet: money(received),
    agreements: nodes(placed),
    transactions: payments,
    ...change,
  });

const changes: readonly [string, (day: string) => Json][] = [
  ['an edit', edited],
  ['a removal', removed],
  ['a removal of an order without a ledger', (day) => ({ ...removedWithoutLedger(day), agreements: nodes() })],
];

describe.each(changes)('an order that %s lowered', (_, lowered) => {
  const both = (of: Json, policy: Partial<Policy> = {}) => {
    const { total, taxCollected } = transactionOf(of, policy);
    return [total, taxCollected];
  };
  const leftOver = (of: Json) => {
    const { refunds, amendments = [], adjustments } = right(asCharged(defaultPolicy, saleOf(of)));
    return [...refunds, ...amendments, ...adjustments].length;
  };

  it('before it was paid is what was charged, and nothing else of it is listed', () => {
    const paidLater = order(lowered('05'), '112.25', payment('112.25', '10'));
    expect(both(paidLater)).toStrictEqual([11_225n, 725n]);
    expect(leftOver(paidLater)).toBe(0);
    expect(saleOf(paidLater).occurredAt).toBe('2026-02-03T17:20:00Z');
  });

  it('after it was paid is what was sold, whenever it is read', () => {
    const paidBefore = order(lowered('12'), '219.5', payment('219.5', '10'));
    expect(both(paidBefore)).toStrictEqual([21_950n, 1_450n]);
    expect(leftOver(paidBefore)).toBeGreaterThan(0);
  });

  it('at the very moment of the payment is lowered before', () => {
    const at = lowered('10');
    expect(both(order(at, '112.25', payment('112.25', '10', { processedAt: '2026-02-10T00:00:00Z' })))[0]).toBe(
      11_225n,
    );
  });

  it('to what was paid in part before is charged by that change', () => {
    expect(both(order(lowered('12'), '112.25', payment('112.25', '10')))).toStrictEqual([11_225n, 725n]);
  });

  it('is judged by what the payments add up to, where they have no dates or are not listed', () => {
    expect(both(order(lowered('05'), '112.25', payment('112.25', '', withoutDate)))[0]).toBe(11_225n);
    expect(both(order(lowered('05'), '112.25'))[0]).toBe(11_225n);
    expect(both(order(lowered('05'), '219.5'))[0]).toBe(21_950n);
    expect(both(order(lowered('05'), '0.0'))[0]).toBe(21_950n);
    // Rounded to what coins there are.
    expect(both(order(lowered('12'), '219.48', payment('219.48', '10')))[0]).toBe(21_950n);
  });

  it('to nothing and never paid was never charged, though Shopify calls it paid', () => {
    const wholeEdit = anAgreement({
      ...{ id: 'gid://shopify/OrderEditAgreement/34', reason: 'ORDER_EDIT', happenedAt: '2026-02-06T00:00:00Z' },
      sales: nodes(
        aSale({ quantity: -1, ...totals('-107.25', '-7.25'), taxes: [aSaleTax('-7.25')] }),
        aShippingSale({ id: 'gid://shopify/ShippingLineSale/9', ...totals('-5.0', '0.0') }),
      ),
    });
    const { agreements = nodes(placed), refunds = [] } = lowered('05');
    const { nodes: ledger } = agreements as { nodes: readonly Json[] };
    const empty = { edited: true, agreements: nodes(...ledger, wholeEdit), refunds };
    if (ledger.length < 2) return;
    expect(exclusionOf(order(empty, '0.0'))).toBe('skipped: no items');
    expect(exclusionOf(order({ ...empty, cancelledAt: '2026-02-07T00:00:00Z' }, '0.0'))).toMatch('skipped');
    expect(both(order(empty, '0.0'), { unpaid: 'send' })[0]).toBe(21_950n);
    expect(both(order(empty, '219.5', payment('219.5', '04')))[0]).toBe(21_950n);
  });

  it('counts only payments that succeeded: an authorization, or a failed one, is none', () => {
    const failed = payment('219.5', '04', { status: 'FAILURE' });
    const authorized = payment('219.5', '04', { kind: 'AUTHORIZATION' });
    const captured = payment('112.25', '10', { kind: 'CAPTURE' });
    expect(both(order(lowered('05'), '112.25', failed, authorized, captured))[0]).toBe(11_225n);
  });

  it('is as placed where unpaid sales are sent, and as of the first payment where partly paid ones are', () => {
    const inParts = order(lowered('07'), '112.25', payment('50.0', '05'), payment('62.25', '10'));
    expect(transactionOf(inParts).total).toBe(11_225n);
    expect(transactionOf(inParts, { unpaid: 'send' }).total).toBe(21_950n);
    expect(transactionOf(inParts, { partiallyPaid: 'send' }).total).toBe(21_950n);
    const first = order(lowered('04'), '112.25', payment('50.0', '05'), payment('62.25', '10'));
    expect(transactionOf(first, { partiallyPaid: 'send' }).total).toBe(11_225n);
  });

  it('is the same from the rate of another day, which is within a tenth', () => {
    const abroad = { ...lowered('05'), presentmentCurrencyCode: 'CAD' };
    expect(both(order(abroad, '110.0', payment('110.0', '10')))[0]).toBe(11_225n);
  });
});

describe('an order whose changes are not all in the ledger yet', () => {
  it('is held, because it counts as paid and its payments come to less', () => {
    const late = { edited: true, agreements: nodes(placed) };
    expect(outcomeOf(order(late, '112.25', payment('112.25', '10')))).toMatchObject(
      E.left({ _tag: 'Held', reason: 'incomplete record' }),
    );
  });
});
