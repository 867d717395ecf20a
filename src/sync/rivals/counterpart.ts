import * as E from 'fp-ts/lib/Either.js';
import type { ReportLine } from '../../domain/run.ts';
import type { Entry } from '../../mapping/source-connector.ts';
import type { Prepared } from '../entry/candidate.ts';

/** What another storefront makes of the record that a sale of ours names. Ids are those of its transaction. */
export type Counterpart =
  | { readonly _tag: 'NoSuchRecord' }
  | { readonly _tag: 'ToBeTold'; readonly id: string }
  /** Set aside there for good. */
  | { readonly _tag: 'NeverTold'; readonly id: string }
  /** Not told there as it stands; it may be, later on. */
  | { readonly _tag: 'Waiting'; readonly id: string; readonly reason: string };

/** They pass: the record is taken up once it is paid. */
const passing: ReadonlySet<ReportLine['reason']> = new Set<ReportLine['reason']>(['not paid', 'only authorised']);

/**
 * The storefront that comes first has judged what was sold, and that it is no sale of goods. The payment of a gift card is
 * none either: telling it elsewhere would tell it after all.
 */
const judged: ReadonlySet<ReportLine['reason']> = new Set<ReportLine['reason']>(['gift cards only', 'nothing sold']);

/** What a storefront makes of a record, by what it would say of it in a run of its own. */
export const counterpartOf = (sale: Prepared): Counterpart => {
  if (E.isRight(sale)) return { _tag: 'ToBeTold', id: sale.right.id };
  const { id, outcome, reason } = sale.left;
  if (judged.has(reason)) return { _tag: 'ToBeTold', id };
  return outcome === 'skipped' && !passing.has(reason)
    ? { _tag: 'NeverTold', id }
    : { _tag: 'Waiting', id, reason: reason ?? 'no reason given' };
};

/**
 * Whether what a storefront answered is what it was asked for: a platform may take an id for the number that people see,
 * and answer with another sale. One that is set aside says too little to tell, and is taken for what was meant.
 */
export const isAnswerTo = (
  { reference, recordId }: { readonly reference: string; readonly recordId: string },
  entry: Entry,
): boolean => {
  if (E.isLeft(entry)) return true;
  try {
    const { identity, references } = entry.right;
    return identity.recordId === recordId || references.includes(reference);
  } catch {
    // Another shape than a connector promises: mapping it holds it, and says so.
    return true;
  }
};
