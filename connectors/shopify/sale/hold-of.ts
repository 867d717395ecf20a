import * as O from 'fp-ts/lib/Option.js';
import { held, type RecordReference, type Exclusion } from '../../../src/domain/exclusion.ts';
import type { AmountProblems } from './amount-reader.ts';

const listed = (fields: readonly string[]): string => fields.slice(0, 5).join(', ');

/** Held, because these fields are needed and were not read. */
export const incomplete = (record: RecordReference, missing: readonly string[]): Exclusion =>
  held(
    record,
    'incomplete record',
    `needed, and not among what could be read: ${listed(missing)}; see what check says about the scopes, then retry it`,
  );

/** Why an order is held whose fields could not all be read; none when they could. Names of fields, never values. */
export const holdOf = (
  record: RecordReference,
  { missing, inexact, unreadable }: AmountProblems,
): O.Option<Exclusion> => {
  if (unreadable.length > 0) {
    const message = `not an amount in the order's currency: ${listed(unreadable)}`;
    return O.some(held(record, 'undecodable record', message));
  }
  if (missing.length > 0) return O.some(incomplete(record, missing));
  if (inexact.length > 0) {
    const message = `finer than the smallest unit of its currency: ${listed(inexact)}`;
    return O.some(held(record, 'amount not exact', message));
  }
  return O.none;
};
