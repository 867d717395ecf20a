import type { History, PricedReturn } from '../orders/history.ts';
import type { Answer } from './answer.ts';
import { connectionOf } from './connection.ts';
import { gid } from './gid.ts';
import { instantText } from './instant-text.ts';
import { lineAnswer } from './line-answer.ts';
import type { Purse } from './money.ts';

export interface ReturnContext {
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

export const returnAnswer = (context: ReturnContext, made: PricedReturn): Answer => ({
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
