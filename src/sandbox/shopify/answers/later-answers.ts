import type { History } from '../orders/history.ts';
import type { Payment } from '../orders/payments-of.ts';
import type { Answer } from './answer.ts';
import type { Purse } from './money.ts';
import { refundAnswer } from './refund-answer.ts';
import { returnAnswer } from './return-answer.ts';

/** The refunds and returns of an order, which name each other. */
export interface LaterAnswers {
  readonly refunds: () => readonly Answer[];
  readonly refund: (id: string) => Answer | null;
  readonly returns: () => readonly Answer[];
  readonly return: (id: string) => Answer | null;
}

export const laterAnswers = (
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
