import * as O from 'fp-ts/lib/Option.js';
import type { ShownFields } from '../../domain/sync-store.ts';
import { WireTransaction } from '../../domain/wire-transaction.ts';
import {
  comparableOf,
  type Comparable,
  differencesOf,
  type FieldDifference,
  isCompared,
} from '../../mapping/comparison.ts';

const parse = (body: string): O.Option<unknown> => O.tryCatch(() => JSON.parse(body) as unknown);

/** The body that we froze, as a transaction; none when the record book gives back something else. */
export const parseBody = (body: string): O.Option<WireTransaction> => {
  const parsed = parse(body);
  return O.isSome(parsed) && WireTransaction.is(parsed.value) ? O.some(parsed.value) : O.none;
};

/** How what the service holds compares with a body of ours. */
export interface ServiceComparison {
  readonly differences: readonly FieldDifference[];
  /** False when the service showed nothing that could be compared. */
  readonly isCompared: boolean;
  /** What the service showed, where that could be compared. */
  readonly shown?: ShownFields;
  /** The tax information of the service, as it gave it; undefined where it gave none. */
  readonly reportedTax?: string | undefined;
}

export const notCompared: ServiceComparison = { differences: [], isCompared: false };

/** Compares a body of ours with what the service shows of it, where it shows something. Pure. */
export const compareWithBody = (body: string, shown: Comparable | ShownFields | null): ServiceComparison => {
  const theirs: Comparable | null = shown;
  const reportedTax = shown === null ? undefined : (shown as ShownFields)['reportedTax'];
  if (theirs === null || !isCompared(theirs)) return { ...notCompared, reportedTax };
  const ours = parseBody(body);
  return O.isNone(ours)
    ? { ...notCompared, reportedTax }
    : { differences: differencesOf(comparableOf(ours.value), theirs), isCompared: true, shown: theirs, reportedTax };
};
