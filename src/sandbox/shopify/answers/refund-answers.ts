import type { Payment } from '../orders/payments-of.ts';
import type { Recipe } from '../orders/recipe.ts';
import { type Answer, gid, instantText, type Purse } from './answer.ts';
import type { History, PricedRefund } from '../orders/history.ts';
import type { PricedTax } from '../orders/priced.ts';
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

/** What a refund's answer needs to know of its order. */
interface RefundContext {
  readonly history: History;
  readonly purse: Purse;
  readonly payments: readonly Payment[];
  readonly order: () => Answer;
  readonly returnOf: (id: string) => Answer | null;
}

const sum = (taxes: readonly PricedTax[]): bigint => taxes.reduce((total, { amount }) => total + amount, 0n);

const lineAnswers = ({ history, purse }: RefundContext, refund: PricedRefund): readonly Answer[] =>
  refund.lines.map(({ line, quantity, charged, taxes }, index) => ({
    id: gid('RefundLineItem', `${refund.id}${index}`),
    quantity,
    restockType: refund.restock,
    restocked: refund.restock !== 'NO_RESTOCK',
    location: null,
    lineItem: () => lineAnswer(history, purse, line),
    priceSet: () => purse(charged / BigInt(quantity)),
    subtotalSet: () => purse(charged),
    totalTaxSet: () => purse(sum(taxes)),
  }));

const shippingAnswers = ({ history, purse }: RefundContext, { id, shipping }: PricedRefund): readonly Answer[] => {
  const [line] = history.shipping;
  if (shipping === null || line === undefined) return [];
  return [
    {
      id: gid('RefundShippingLine', id),
      shippingLine: () => shippingAnswer(purse, line, { isRemoved: false, isRefunded: true }),
      subtotalAmountSet: () => purse(shipping.charged),
      taxAmountSet: () => purse(sum(shipping.taxes)),
    },
  ];
};

const adjustmentAnswers = ({ purse }: RefundContext, { id, adjustment }: PricedRefund): readonly Answer[] =>
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

export const refundAnswer = (context: RefundContext, refund: PricedRefund): Answer => {
  const { history, purse, payments } = context;
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
    return: () => (refund.returnId === null ? null : context.returnOf(refund.returnId)),
    totalRefundedSet: () => purse(refund.isPending ? 0n : refund.money),
    refundLineItems: connectionOf(() => lineAnswers(context, refund)),
    refundShippingLines: connectionOf(() => shippingAnswers(context, refund)),
    orderAdjustments: connectionOf(() => adjustmentAnswers(context, refund)),
    transactions: connectionOf(() =>
      payments.filter(({ refundId }) => refundId === refund.id).map((one) => paymentAnswer(history.recipe, purse, one)),
    ),
  };
};
