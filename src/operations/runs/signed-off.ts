/** A person's approval of a run, as `historicalSync.signOff` and `signOffs` give it. */
import * as O from 'fp-ts/lib/Option.js';
import type { SignOff } from '../../domain/review-store.ts';
import { count, fields, instant, list, mapOf, money, named, orNull, text } from '../shapes.ts';
import { readStatement, type Statement } from '../statement.ts';

/** A person's approval of a run. */
export interface SignOffRecord extends Omit<SignOff, 'statement'> {
  /** The counts and totals that were signed; null when they cannot be read. */
  readonly statement: Statement | null;
}

export const toSignedOff = ({ statement, ...signOff }: SignOff): SignOffRecord => ({
  ...signOff,
  statement: O.toNullable(readStatement(statement)),
});

export const signOffShape = named(
  'SignOff',
  fields({
    runId: text(),
    by: text(),
    at: instant,
    note: text(),
    statement: orNull(
      fields({
        counts: mapOf(count),
        totals: list(
          fields({ state: text(), month: text(), currency: text(), count, total: money, taxCollected: money }),
        ),
      }),
    ),
  }),
);
