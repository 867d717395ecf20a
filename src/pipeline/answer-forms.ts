/**
 * Remembers how the service's successes look, so that a success of another form is first checked: it may be an error, and the
 * sale would be lost.
 */
import type { OtherBody } from '../domain/tax-service.ts';

/**
 * The forms of success that a service is known to answer with after it stored a transaction. If an answer has another form
 * and shows nothing of the transaction, the transaction is looked up once. Then the form is known, or the sale was not
 * stored.
 */
export interface AnswerForms {
  /** Whether an answer counts as a success only after the service has shown the transaction. */
  readonly isDoubted: (otherBody: OtherBody | undefined) => boolean;
  /** Notes the answer to a transaction that was stored. */
  readonly note: (otherBody: OtherBody | undefined) => void;
}

export const answerForms = (): AnswerForms => {
  const known = new Set<string>();
  let showsTransactions = false;
  return {
    isDoubted: (otherBody) =>
      otherBody !== undefined && !known.has(otherBody.form) && (showsTransactions || !otherBody.isPlain),
    note: (otherBody) => {
      if (otherBody === undefined) showsTransactions = true;
      else known.add(otherBody.form);
    },
  };
};
