/** A sample order as Shopify's GraphQL answers it, with its many totals, refunds, returns and its dispute. */
import { historyOf } from '../orders/history-of.ts';
import { type History, type Totals, totalsOf } from '../orders/history.ts';
import { type Payment, paymentsOf } from '../orders/payments-of.ts';
import type { Recipe } from '../orders/recipe.ts';
import { type Answer, type MoneyBag, type Purse, purseOf, gid, instantText, decimalText } from './answer.ts';
import { connectionOf, listOf } from './connection.ts';
import { agreementAnswer } from './ledger-answers.ts';
import { orderHead, orderParts } from './order-parts.ts';
import { type OrderContext, refundAnswer, returnAnswer } from './refund-answers.ts';

/** An order as GraphQL reads it, and its refunds and returns by their ids. */
export interface OrderAnswers extends Pick<OrderContext, 'refund' | 'return'> {
  readonly order: Answer;
  readonly dispute: () => Answer | null;
}

/** Fields that a query does not select are not computed. */
export const orderAnswers = (recipe: Recipe): OrderAnswers => {
  const history = historyOf(recipe);
  const purse = purseOf(recipe);
  const totals = totalsOf(history);
  const payments = (): readonly Payment[] => paymentsOf(history, totals);
  const context: OrderContext = {
    history,
    purse,
    payments,
    order: () => answer,
    refunds: () => history.refunds.map((refund) => refundAnswer(context, refund)),
    refund: (id) => context.refunds()[history.refunds.findIndex((one) => one.id === id)] ?? null,
    returns: () => history.returns.map((made) => returnAnswer(context, made)),
    return: (id) => context.returns()[history.returns.findIndex((one) => one.id === id)] ?? null,
  };
  const answer: Answer = {
    ...orderHead(history),
    ...orderTotals(history, purse, totals, payments),
    ...orderParts(history, purse, payments),
    refunds: listOf(context.refunds),
    returns: connectionOf(context.returns),
    agreements: connectionOf(() =>
      recipe.hasLedger ? history.agreements.map((one, index) => agreementAnswer(context, one, index)) : [],
    ),
  };
  const { refund, return: returnOf } = context;
  return { order: answer, refund, return: returnOf, dispute: () => disputeAnswer(history, totals) };
};

const day = 86_400_000;

/** A dispute of all that was paid, lost after a month. */
const disputeAnswer = ({ recipe }: History, { original }: Totals): Answer | null =>
  recipe.isDisputed
    ? {
        __typename: 'ShopifyPaymentsDispute',
        id: gid('ShopifyPaymentsDispute', recipe.id),
        legacyResourceId: recipe.id,
        amount: { amount: decimalText(original.total, recipe.digits), currencyCode: recipe.currency },
        initiatedAt: instantText(recipe.createdAt + 10 * day),
        finalizedOn: instantText(recipe.createdAt + 40 * day),
        status: 'LOST',
        type: 'CHARGEBACK',
      }
    : null;

const received = (payments: readonly Payment[]): bigint =>
  payments
    .filter(({ kind, status }) => kind === 'SALE' && status === 'SUCCESS')
    .reduce((sum, { amount }) => sum + amount, 0n);

const refunded = ({ refunds }: History): bigint =>
  refunds.reduce((sum, { money, isPending }) => (isPending ? sum : sum + money), 0n);

/** Every total of an order. Totals that Shopify leaves out when they are absent (duties, fees) are left out here too. */
const orderTotals = (
  history: History,
  purse: Purse,
  { original, displayed, current }: Totals,
  payments: () => readonly Payment[],
): Answer => {
  const { recipe, refunds } = history;
  const bag = (amount: () => bigint) => (): MoneyBag => purse(amount());
  const orNone = (amount: bigint) => (): MoneyBag | null => (amount === 0n ? null : purse(amount));
  const net = (): bigint => received(payments()) - refunded(history);
  const authorized = (): bigint => (recipe.payment.status === 'AUTHORIZED' ? original.total : 0n);
  const shippingBack = (): bigint => refunds.reduce((sum, { shipping }) => sum + (shipping?.charged ?? 0n), 0n);
  const adjustments = (): bigint => refunds.reduce((sum, { adjustment }) => sum + adjustment, 0n);
  const hadDuties = original.duties > 0n;
  const hadFees = original.fees > 0n;
  return {
    originalTotalPriceSet: bag(() => original.total),
    totalPriceSet: bag(() => displayed.total),
    totalPrice: () => decimalText(displayed.total, recipe.digits),
    currentTotalPriceSet: bag(() => current.total),
    subtotalPriceSet: bag(() => displayed.subtotal),
    currentSubtotalPriceSet: bag(() => current.subtotal),
    totalTaxSet: bag(() => displayed.tax),
    totalTax: () => decimalText(displayed.tax, recipe.digits),
    currentTotalTaxSet: bag(() => current.tax),
    totalDiscountsSet: bag(() => displayed.discounts),
    currentTotalDiscountsSet: bag(() => current.discounts),
    cartDiscountAmountSet: bag(() => recipe.orderDiscount),
    currentCartDiscountAmountSet: bag(() => recipe.orderDiscount),
    totalShippingPriceSet: bag(() => displayed.shipping),
    currentShippingPriceSet: bag(() => current.shipping),
    totalRefundedShippingSet: bag(shippingBack),
    totalTipReceivedSet: bag(() => original.tip),
    originalTotalDutiesSet: orNone(original.duties),
    currentTotalDutiesSet: () => (hadDuties ? purse(current.duties) : null),
    originalTotalAdditionalFeesSet: orNone(original.fees),
    currentTotalAdditionalFeesSet: () => (hadFees ? purse(current.fees) : null),
    totalCashRoundingAdjustment: () => ({ paymentSet: purse(recipe.cashRounding), refundSet: purse(0n) }),
    totalRefundedSet: bag(() => refunded(history)),
    refundDiscrepancySet: bag(adjustments),
    totalReceivedSet: bag(() => received(payments())),
    netPaymentSet: bag(net),
    totalOutstandingSet: bag(() => current.total - net()),
    totalCapturableSet: bag(authorized),
    fullyPaid: () => received(payments()) >= original.total,
    unpaid: () => received(payments()) === 0n && original.total > 0n,
  };
};
