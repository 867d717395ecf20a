import { describe, expect, it } from '@jest/globals';
import { aLine, anAgreement, anOrder, aRefund, aSale, money, nodes, paidBack, totals } from './an-order.ts';
import { exclusionOf, saleOf, transactionOf } from './mapped.ts';

const ofStatus = (displayFinancialStatus: string | null) => anOrder({ displayFinancialStatus });
const cancelledAt = '2026-02-04T10:00:00Z';

const forNothing = {
  originalTotalPriceSet: money('0.0'),
  lineItems: nodes(aLine({ originalUnitPriceSet: money('0.0'), taxLines: [] })),
  shippingLines: nodes(),
};

describe('payment of an order', () => {
  it.each([
    ['unpaid order', 'PENDING', 'skipped: not paid'],
    ['authorized order', 'AUTHORIZED', 'skipped: only authorized'],
    ['partially paid order', 'PARTIALLY_PAID', 'held: partially paid'],
    ['voided order', 'VOIDED', 'skipped: voided'],
    ['expired order', 'EXPIRED', 'skipped: payment expired'],
    ['null financial status', null, 'skipped: not paid'],
    ['a financial status that is yet to come', 'PAID_IN_SHELLS', 'held: incomplete record'],
  ])('%s: not sent', (_, status, exclusion) => {
    expect(exclusionOf(ofStatus(status))).toBe(exclusion);
  });

  it.each(['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'])('%s order is sent gross', (status) => {
    expect(transactionOf(ofStatus(status)).total).toBe(11_225n);
  });

  it('is dated by each payment that arrived, in order', () => {
    const dated = (day: string, kind: string, status = 'SUCCESS') => ({
      ...{ kind, status, processedAt: `2026-02-${day}T09:00:00Z`, amountSet: money('10.0') },
    });
    const transactions = [
      ...[dated('07', 'CAPTURE'), dated('05', 'sale', 'success'), dated('06', 'SALE', 'FAILURE')],
      ...[dated('04', 'AUTHORIZATION'), { ...dated('08', 'SALE'), processedAt: null }],
    ];
    expect(saleOf(anOrder({ transactions })).paidAt).toStrictEqual(['2026-02-05T09:00:00Z', '2026-02-07T09:00:00Z']);
  });

  it('deposit that was refunded: the rest was never paid, in any status', () => {
    const ofDeposit = (received: string, back: string, more = {}) =>
      anOrder({
        displayFinancialStatus: received === back ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
        totalReceivedSet: money(received),
        refunds: [aRefund({ refundLineItems: nodes(), ...paidBack(back) })],
        ...more,
      });
    expect(exclusionOf(ofDeposit('50.0', '10.0'))).toBe('held: partially paid');
    expect(exclusionOf(ofDeposit('50.0', '50.0'))).toBe('held: partially paid');
    expect(transactionOf(ofDeposit('50.0', '10.0'), { partiallyPaid: 'send' }).total).toBe(11_225n);
    // Rounded to what coins there are, paid abroad, imported without its payments or refunds, or lowered before it was paid.
    expect(transactionOf(ofDeposit('112.20', '10.0')).total).toBe(11_225n);
    expect(transactionOf(ofDeposit('50.0', '10.0', { presentmentCurrencyCode: 'CAD' })).total).toBe(11_225n);
    expect(transactionOf(ofDeposit('0.0', '10.0')).total).toBe(11_225n);
    expect(transactionOf(ofDeposit('50.0', '10.0', { refunds: [] })).total).toBe(11_225n);
    const lowered = (reason: string, more = {}) => {
      const sales = nodes(aSale({ quantity: -1, ...totals('-62.25', '0.0'), taxes: [] }));
      const change = anAgreement({ id: 'gid://shopify/SalesAgreement/2', reason, sales });
      return ofDeposit('50.0', '10.0', { agreements: nodes(anAgreement(), change), ...more });
    };
    // What it was lowered to before it was paid is what was charged.
    expect(exclusionOf(ofDeposit('50.0', '10.0', { edited: true, agreements: nodes(anAgreement()) }))).toBe(
      'held: incomplete record',
    );
    expect(transactionOf(lowered('ORDER_EDIT', { edited: true })).total).toBe(5_000n);
    expect(transactionOf(lowered('RETURN', { returnStatus: 'RETURNED' })).total).toBe(5_000n);
    expect(transactionOf(lowered('UNKNOWN')).total).toBe(5_000n);
    const removal = aRefund({ totalRefundedSet: money('0.0'), transactions: nodes() });
    expect(transactionOf(ofDeposit('50.0', '10.0', { refunds: [removal] })).total).toBe(500n);
  });

  it('edited to more than was paid: the original order is paid, even if the edit is not', () => {
    const edited = { edited: true, displayFinancialStatus: 'PARTIALLY_PAID' };
    expect(transactionOf(anOrder({ ...edited, totalReceivedSet: money('112.25') })).total).toBe(11_225n);
    expect(exclusionOf(anOrder({ ...edited, totalReceivedSet: money('112.24') }))).toBe('held: partially paid');
  });

  it('lowered, paid, then raised again: it is paid but for what was added last', () => {
    const edit = (happenedAt: string, amount: string) =>
      anAgreement({
        id: `gid://shopify/OrderEditAgreement/${happenedAt}`,
        reason: 'ORDER_EDIT',
        happenedAt,
        sales: nodes(aSale({ ...totals(amount, '0.0'), taxes: [] })),
      });
    const order = (lowered: string, raised: string, received: string, more = {}) =>
      anOrder({
        edited: true,
        displayFinancialStatus: 'PARTIALLY_PAID',
        totalReceivedSet: money(received),
        agreements: nodes(anAgreement(), edit('2026-02-04T00:00:00Z', lowered), edit('2026-02-05T00:00:00Z', raised)),
        ...more,
      });
    expect(transactionOf(order('-50.0', '43.0', '62.25')).total).toBe(6_225n);
    expect(exclusionOf(order('-50.0', '43.0', '62.24'))).toBe('held: partially paid');
    // Nothing is owed for an addition that was removed again, so the debt is for the original order.
    expect(exclusionOf(order('50.0', '-50.0', '62.25'))).toBe('held: partially paid');
    const never = { displayFinancialStatus: 'PENDING' };
    expect(exclusionOf(order('-112.25', '43.0', '0.0', never))).toBe('skipped: not paid');
    expect(exclusionOf(order('-50.0', '43.0', '62.25', { presentmentCurrencyCode: 'CAD' }))).toBe(
      'held: partially paid',
    );
  });

  it('edited to more than was paid in a foreign currency: held, for the rate of the day hides what was paid', () => {
    const abroad = { presentmentCurrencyCode: 'CAD', totalReceivedSet: money('112.25') };
    expect(exclusionOf(anOrder({ ...abroad, displayFinancialStatus: 'PARTIALLY_PAID' }))).toBe('held: partially paid');
  });

  it('zero-value order that an unpaid edit made dearer was paid as it was placed', () => {
    const edited = { edited: true, displayFinancialStatus: 'PENDING', totalReceivedSet: money('0.0') };
    expect(transactionOf(anOrder({ ...forNothing, ...edited })).total).toBe(0n);
  });

  it('unpaid order on net terms is sent if the policy sends it', () => {
    expect(transactionOf(ofStatus('PENDING'), { unpaid: 'send' }).total).toBe(11_225n);
  });

  it('zero-value order without a transaction is paid', () => {
    expect(transactionOf(anOrder({ ...forNothing, displayFinancialStatus: null })).total).toBe(0n);
  });

  it('zero-value order that was paid is sent: exempt sales count as well', () => {
    expect(transactionOf(anOrder(forNothing)).total).toBe(0n);
  });

  it.each(['PENDING', 'AUTHORIZED', 'VOIDED'])('canceled before payment (%s): skipped', (status) => {
    expect(exclusionOf(anOrder({ cancelledAt, displayFinancialStatus: status }))).toBe(
      'skipped: canceled before payment',
    );
  });

  it('canceled after payment: sent as sold', () => {
    expect(transactionOf(anOrder({ cancelledAt, displayFinancialStatus: 'REFUNDED' })).total).toBe(11_225n);
  });

  it('test order: skipped', () => {
    expect(exclusionOf(anOrder({ test: true }))).toBe('skipped: test order');
  });

  it('archived order: closed is not canceled', () => {
    expect(transactionOf(anOrder({ closedAt: '2026-02-05T00:00:00Z' })).total).toBe(11_225n);
  });

  it('draft-made order is an order', () => {
    expect(transactionOf(anOrder({ sourceName: 'shopify_draft_order' })).total).toBe(11_225n);
  });

  it('estimated taxes: held, or sent by policy', () => {
    expect(exclusionOf(anOrder({ estimatedTaxes: true }))).toBe('held: tax still estimated');
    expect(transactionOf(anOrder({ estimatedTaxes: true }), { estimatedTax: 'send' }).total).toBe(11_225n);
  });
});
