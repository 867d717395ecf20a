/** The steps that most operations begin with: open the account, find the run, and check storefronts, days and rights. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type DateRange, parseDateRange } from '../domain/date-range.ts';
import type { Run } from '../domain/run.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { noStorefront, unknownRun, unknownStorefront } from '../pipeline/failures.ts';
import { fail, failureOf, type OperationFailure } from './failure.ts';
import type { AccountState, OperationPorts } from './ports.ts';

/** The result of an operation. */
export type Operation<A> = TE.TaskEither<OperationFailure, A>;

export const fromStore = <A>(read: TE.TaskEither<StoreError, A>): Operation<A> => pipe(read, TE.mapLeft(failureOf));

/** Opens the sync database for an operation. */
export const withAccount = <A>(ports: OperationPorts, use: (state: AccountState) => Operation<A>): Operation<A> =>
  pipe(() => ports.opened(), TE.flatMap(use));

/** Left with `FORBIDDEN` and this message for a user who does not see all storefronts of the account. */
export const whoSeesAll = ({ seesAll }: Pick<AccountState, 'seesAll'>, message: string): Operation<void> =>
  pipe(
    fromStore(seesAll),
    TE.flatMap((sees) => (sees ? TE.right(undefined) : TE.fromEither(fail('FORBIDDEN', message)))),
  );

/**
 * The storefronts whose sales a person decides about. A user who sees all of the account also sees storefronts that are no longer
 * configured.
 */
export const shownStorefronts = (
  { storefronts }: Pick<OperationPorts, 'storefronts'>,
  { reviews, seesAll }: Pick<AccountState, 'reviews' | 'seesAll'>,
): Operation<readonly string[]> =>
  pipe(
    fromStore(seesAll),
    TE.flatMap((sees) => (sees ? fromStore(reviews.storefronts) : TE.right([]))),
    TE.map((known) => [...new Set([...storefronts(), ...known])]),
  );

/** The newest run was asked for, but there is no run yet. */
export const noRun: OperationFailure = {
  code: 'UNKNOWN_RUN',
  message: 'There is no run yet. Start one with tax-nexus sync, or historicalSync.start.',
};

/** Finds a run for an operation; the newest one without an id. Left with `UNKNOWN_RUN`. */
export const withRun = <A>(
  ports: OperationPorts,
  runId: string | undefined,
  use: (state: AccountState, run: Run) => Operation<A>,
): Operation<A> =>
  withAccount(ports, (state) =>
    pipe(
      fromStore(state.store.findRun(O.fromNullable(runId))),
      TE.flatMap(
        O.match(
          () => TE.left(runId === undefined ? noRun : failureOf(unknownRun(runId))),
          (run) => use(state, run),
        ),
      ),
    ),
  );

/** Removes duplicates. Left with `UNKNOWN_STOREFRONT` for the first one that is not configured. */
export const knownStorefronts = (
  { storefronts }: Pick<OperationPorts, 'storefronts'>,
  names: readonly string[],
): E.Either<OperationFailure, readonly string[]> => {
  const known = new Set(storefronts());
  const wanted = [...new Set(names)];
  const unknown = wanted.find((name) => !known.has(name));
  return unknown === undefined ? E.right(wanted) : E.left(failureOf(unknownStorefront(unknown, [...known])));
};

/** The same, but Left for an empty list. */
export const someStorefronts = (
  ports: Pick<OperationPorts, 'storefronts'>,
  names: readonly string[],
): E.Either<OperationFailure, readonly string[]> =>
  names.length === 0 ? E.left(failureOf(noStorefront(ports.storefronts()))) : knownStorefronts(ports, names);

/** The days of a request. Left with `RANGE`. */
export const rangeOf = (from: string, to: string): E.Either<OperationFailure, DateRange> =>
  pipe(
    parseDateRange(from, to),
    E.mapLeft((problem) => ({ code: 'RANGE', message: `The range cannot be read: ${problem}.` })),
  );
