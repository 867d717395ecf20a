import { historyOf } from '../orders/history-of.ts';
import { type History, type PricedReturn, type Totals, totalsOf } from '../orders/history.ts';
import { type Payment, paymentsOf } from '../orders/payments-of.ts';
import type { Recipe } from '../orders/recipe.ts';
import { type Answer, type MoneyBag, type Purse, purseOf, gid, instantText, decimalText } from './answer.ts';
import { connectionOf, listOf } from './connection.ts';
import { dutyAnswer, lineAnswer, shippingAnswer } from './line-answers.ts';
import { agreementAnswer, type LedgerContext } from './ledger-answers.ts';
import { orderHead, feeAnswers, orderParts } from './order-parts.ts';
import { refundAnswer } from './refund-answers.ts';

const ledgerContext = (history: History, purse: Purse, order: () => Answer, later: LaterAnswers): LedgerContext => {
  const withId =
    <A extends { readonly id: string }>(all: readonly A[], answer: (one: A) => Answer) =>
    (id: string): Answer | null => {
      const found = all.find((one) => one.id === id);
      return found === undefined ? null : answer(found);
    };
  return {
    history,
    purse,
    order,
    line: withId(history.lines, (line) => lineAnswer(history, purse, line)),
    shipping: withId(history.shipping, (one) => shippingAnswer(purse, one, { isRemoved: false, isRefunded: false })),
    duty: withId(history.lines, (line) => dutyAnswer(purse, line)),
    fee: (position) => feeAnswers(history, purse)[Number(position)] ?? null,
    refund: later.refund,
    return: later.return,
  };
};

/** An order as GraphQL reads it, and its refunds and returns by their ids. */
export interface OrderAnswers {
  readonly order: Answer;
  readonly refund: (id: string) => Answer | null;
  readonly return: (id: string) => Answer | null;
  readonly dispute: () => Answer | null;
}

/** What a query does not select is not computed. */
export const orderAnswers = (recipe: Recipe): OrderAnswers => {
  const history = historyOf(recipe);
  const purse = purseOf(recipe);
  const totals = totalsOf(history);
  const payments = (): readonly Payment[] => paymentsOf(history, totals);
  const order = (): Answer => answer;
  const later = laterAnswers(history, purse, payments, order);
  const ledger = ledgerContext(history, purse, order, later);
  const answer: Answer = {
    ...orderHead(history),
    ...orderTotals(history, purse, totals, payments),
    ...orderParts(history, purse, payments),
    refunds: listOf(later.refunds),
    returns: connectionOf(later.returns),
    agreements: connectionOf(() =>
      recipe.hasLedger ? history.agreements.map((one, index) => agreementAnswer(ledger, one, index)) : [],
    ),
  };
  return { order: answer, refund: later.refund, return: later.return, dispute: () => disputeAnswer(history, totals) };
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

/** The refunds and returns of an order, which name each other. */
interface LaterAnswers {
  readonly refunds: () => readonly Answer[];
  readonly refund: (id: string) => Answer | null;
  readonly returns: () => readonly Answer[];
  readonly return: (id: string) => Answer | null;
}

const laterAnswers = (
  history: History,
  purse: Purse,
  payments: () => readonly Payment[],
  order: () => Answer,
): LaterAnswers => {
  const refunds = (): readonly Answer[] =>
    history.refunds.map((refund) => refundAnswer({ history, purse, payments: payments(), order, returnOf }, refund));
  const refundsOf = (returnId: string): readonly Answer[] =>
    refunds().filter((_, index) => history.refunds[index]?.returnId === returnId);
  const returns = (): readonly Answer[] =>
    history.returns.map((made) => returnAnswer({ history, purse, order, refundsOf }, made));
  const returnOf = (id: string): Answer | null => returns()[history.returns.findIndex((one) => one.id === id)] ?? null;
  return {
    refunds,
    refund: (id) => refunds()[history.refunds.findIndex((one) => one.id === id)] ?? null,
    returns,
    return: returnOf,
  };
};

interface ReturnContext {
  readonly history: History;
  readonly purse: Purse;
  readonly order: () => Answer;
  readonly refundsOf: (returnId: string) => readonly Answer[];
}

const lineAnswers = ({ purse }: ReturnContext, made: PricedReturn): readonly Answer[] =>
  made.lines.map(({ line, quantity }, index) => ({
    __typename: 'ReturnLineItem',
    id: gid('ReturnLineItem', `${made.id}${index}`),
    quantity,
    processedQuantity: made.status === 'CLOSED' ? quantity : 0,
    refundedQuantity: made.status === 'CLOSED' ? quantity : 0,
    refundableQuantity: made.status === 'CLOSED' ? 0 : quantity,
    restockingFee: null,
    withCodeDiscountedTotalPriceSet: () => purse(line.charged),
  }));

const exchangeAnswers = ({ history, purse }: ReturnContext, made: PricedReturn): readonly Answer[] =>
  made.exchanged.map((line, index) => ({
    id: gid('ExchangeLineItem', `${made.id}${index}`),
    quantity: line.recipe.quantity,
    processableQuantity: 0,
    processedQuantity: line.recipe.quantity,
    unprocessedQuantity: 0,
    lineItems: () => [lineAnswer(history, purse, line)],
  }));

const returnAnswer = (context: ReturnContext, made: PricedReturn): Answer => ({
  __typename: 'Return',
  id: gid('Return', made.id),
  name: `${context.history.recipe.name}-R1`,
  status: made.status,
  createdAt: instantText(made.at),
  closedAt: made.status === 'CLOSED' ? instantText(made.at) : null,
  totalQuantity: made.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  order: context.order,
  refunds: connectionOf(() => context.refundsOf(made.id)),
  returnLineItems: connectionOf(() => lineAnswers(context, made)),
  exchangeLineItems: connectionOf(() => exchangeAnswers(context, made)),
  returnShippingFees: () =>
    made.fee === 0n ? [] : [{ id: gid('ReturnShippingFee', made.id), amountSet: context.purse(made.fee) }],
});

const received = (payments: readonly Payment[]): bigint =>
  payments
    .filter(({ kind, status }) => kind === 'SALE' && status === 'SUCCESS')
    .reduce((sum, { amount }) => sum + amount, 0n);

const refunded = ({ refunds }: History): bigint =>
  refunds.reduce((sum, { money, isPending }) => (isPending ? sum : sum + money), 0n);

/** Every total of an order. Of those that Shopify leaves out when there is none (duties, fees), none is given as null. */
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
