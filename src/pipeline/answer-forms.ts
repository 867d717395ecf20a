import type { OtherBody } from '../domain/tax-service.ts';

/**
 * The forms of success that a service is known to answer with when it stored a transaction. What comes in another form, and shows
 * nothing of the transaction, is looked for at the service once: then the form is known, or the sale was not stored.
 */
export interface AnswerForms {
  /** Whether an answer is to be taken for stored only after the service has shown the transaction. */
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
