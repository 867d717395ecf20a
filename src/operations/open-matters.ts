import * as E from 'fp-ts/lib/Either.js';
import type { OperationFailure } from './failure.ts';

/** What a person confirms who signs off or closes while something is open. */
export interface OpenConfirmed {
  /** How many open matters you saw, where there are some. With another number, or none, nothing is done. */
  readonly open?: number;
}

/** Left with `RUN_STATE` when matters are open and as many were not confirmed. Pure. */
export const confirmed = (open: number, { open: seen = 0 }: OpenConfirmed): E.Either<OperationFailure, void> =>
  open === seen || open === 0
    ? E.right(undefined)
    : E.left({
        code: 'RUN_STATE',
        message:
          open === 1
            ? '1 matter is open. Decide on it, or confirm that 1 is open.'
            : `${open} matters are open. Decide on them, or confirm that ${open} are open.`,
        open,
      });
