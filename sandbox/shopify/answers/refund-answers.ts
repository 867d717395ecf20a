/** The refunds, returns and payments of a sample order, as Shopify's GraphQL answers them. */
import type { Payment } from '../orders/payments-of.ts';
import type { Recipe } from '../orders/recipe.ts';
import { type Answer, gid, instantText, type Purse } from './answer.ts';
import type { History, PricedRefund, PricedReturn } from '../orders/history.ts';
import { taxOf } from '../orders/priced.ts';
import { connectionOf } from './connection.ts';
import { lineAnswer, shippingAnswer } from './line-answers.ts';

export const paymentAnswer = ({ isTest }: Recipe, purse: Purse, payment: Payment): Answer => ({
  __typename: 'OrderTransaction',
  id: gid('OrderTransaction', payment.id),
  kind: payment.kind,
  status: payment.status,
  gateway: payment.gateway,
  formattedGateway: payment.gateway,
  manualPaymentGateway: payment.gateway === 'manual',
  paymentId: payment.paymentId,
  parentTransaction: null,
  test: isTest,
  createdAt: instantText(payment.at),
  processedAt: instantText(payment.at),
  amountSet: () => purse(payment.amount),
  amountRoundingSet: () => (payment.rounding === 0n ? null : purse(payment.rounding)),
  totalUnsettledSet: () => purse(0n),
});

/** What the answers of an order's parts are computed from. Its refunds and returns refer to each other. */
export interface OrderContext {
  readonly history: History;
  readonly purse: Purse;
  readonly payments: () => readonly Payment[];
  readonly order: () => Answer;
  readonly refunds: () => readonly Answer[];
  readonly refund: (id: string) => Answer | null;
  readonly returns: () => readonly Answer[];
  readonly return: (id: string) => Answer | null;
}

export const refundAnswer = (context: OrderContext, refund: PricedRefund): Answer => {
  const { history, purse } = context;
  const at = instantText(refund.at);
  return {
    __typename: 'Refund',
    id: gid('Refund', refund.id),
    legacyResourceId: refund.id,
    createdAt: at,
    processedAt: at,
    updatedAt: at,
    note: null,
    duties: [],
    order: context.order,
    return: () => (refund.returnId === null ? null : context.return(refund.returnId)),
    totalRefundedSet: () => purse(refund.isPending ? 0n : refund.money),
    refundLineItems: connectionOf(() => refundLines(context, refund)),
    refundShippingLines: connectionOf(() => shippingAnswers(context, refund)),
    orderAdjustments: connectionOf(() => adjustmentAnswers(context, refund)),
    transactions: connectionOf(() =>
      context
        .payments()
        .filter(({ refundId }) => refundId === refund.id)
        .map((one) => paymentAnswer(history.recipe, purse, one)),
    ),
  };
};

export const returnAnswer = (context: OrderContext, made: PricedReturn): Answer => ({
  __typename: 'Return',
  id: gid('Return', made.id),
  name: `${context.history.recipe.name}-R1`,
  status: made.status,
  createdAt: instantText(made.at),
  closedAt: made.status === 'CLOSED' ? instantText(made.at) : null,
  totalQuantity: made.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  order: context.order,
  refunds: connectionOf(() =>
    context.refunds().filter((_, index) => context.history.refunds[index]?.returnId === made.id),
  ),
  returnLineItems: connectionOf(() => returnLines(context, made)),
  exchangeLineItems: connectionOf(() => exchangeAnswers(context, made)),
  returnShippingFees: () =>
    made.fee === 0n ? [] : [{ id: gid('ReturnShippingFee', made.id), amountSet: context.purse(made.fee) }],
});

const refundLines = ({ history, purse }: OrderContext, refund: PricedRefund): readonly Answer[] =>
  refund.lines.map(({ line, quantity, charged, taxes }, index) => ({
    id: gid('RefundLineItem', `${refund.id}${index}`),
    quantity,
    restockType: refund.restock,
    restocked: refund.restock !== 'NO_RESTOCK',
    location: null,
    lineItem: () => lineAnswer(history, purse, line),
    priceSet: () => purse(charged / BigInt(quantity)),
    subtotalSet: () => purse(charged),
    totalTaxSet: () => purse(taxOf({ taxes })),
  }));

const shippingAnswers = ({ history, purse }: OrderContext, { id, shipping }: PricedRefund): readonly Answer[] => {
  const [line] = history.shipping;
  if (shipping === null || line === undefined) return [];
  return [
    {
      id: gid('RefundShippingLine', id),
      shippingLine: () => shippingAnswer(purse, line, { isRemoved: false, isRefunded: true }),
      subtotalAmountSet: () => purse(shipping.charged),
      taxAmountSet: () => purse(taxOf(shipping)),
    },
  ];
};

const adjustmentAnswers = ({ purse }: OrderContext, { id, adjustment }: PricedRefund): readonly Answer[] =>
  adjustment === 0n
    ? []
    : [
        {
          id: gid('OrderAdjustment', id),
          reason: 'REFUND_DISCREPANCY',
          amountSet: () => purse(adjustment),
          taxAmountSet: () => purse(0n),
        },
      ];

const returnLines = ({ purse }: OrderContext, made: PricedReturn): readonly Answer[] =>
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

const exchangeAnswers = ({ history, purse }: OrderContext, made: PricedReturn): readonly Answer[] =>
  made.exchanged.map((line, index) => ({
    id: gid('ExchangeLineItem', `${made.id}${index}`),
    quantity: line.recipe.quantity,
    processableQuantity: 0,
    processedQuantity: line.recipe.quantity,
    unprocessedQuantity: 0,
    lineItems: () => [lineAnswer(history, purse, line)],
  }));
