import type { Payment } from '../orders/payments-of.ts';
import type { Recipe } from '../orders/recipe.ts';
import type { Answer } from './answer.ts';
import { gid } from './gid.ts';
import { instantText } from './instant-text.ts';
import type { Purse } from './money.ts';

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
