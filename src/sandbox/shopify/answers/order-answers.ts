import { historyOf } from '../orders/history-of.ts';
import type { History } from '../orders/history.ts';
import { type Payment, paymentsOf } from '../orders/payments-of.ts';
import type { Recipe } from '../orders/recipe.ts';
import { totalsOf } from '../orders/totals.ts';
import type { Answer } from './answer.ts';
import { connectionOf, listOf } from './connection.ts';
import { dutyAnswer } from './duty-answer.ts';
import { laterAnswers, type LaterAnswers } from './later-answers.ts';
import { agreementAnswer, type LedgerContext } from './ledger-answers.ts';
import { lineAnswer } from './line-answer.ts';
import { type Purse, purseOf } from './money.ts';
import { orderHead } from './order-head.ts';
import { feeAnswers, orderParts } from './order-parts.ts';
import { orderTotals } from './order-totals.ts';
import { shippingAnswer } from './shipping-answer.ts';

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
  return { order: answer, refund: later.refund, return: later.return };
};
