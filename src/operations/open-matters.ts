import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Instant } from '../domain/instant.ts';
import type { Run } from '../domain/run.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { OperationFailure } from './failure.ts';
import type { AccountState } from './ports.ts';

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

/** How many matters of a run's sales are open. */
export const openInRun = (
  { reviews }: Pick<AccountState, 'reviews'>,
  { id: runId, storefronts }: Pick<Run, 'id' | 'storefronts'>,
  now: Instant,
): TE.TaskEither<StoreError, number> =>
  pipe(
    reviews.matterGroups({ storefronts, runId, state: 'open', now }),
    TE.map((groups) => groups.reduce((all, { count }) => all + count, 0)),
  );
