import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { dayIn } from '../domain/date-range.ts';
import type { ListedMatter } from '../domain/decision.ts';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { Run } from '../domain/run.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { fail, failureOf, type OperationFailure } from './failure.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { fromStore, type Operation, withAccount } from './state.ts';

/** What a person confirms who signs off or closes while something is open. */
export interface OpenConfirmed {
  /** How many open matters you saw, where there are some. With another number, or none, nothing is done. */
  readonly open?: number;
}

/** Left with `RUN_STATE` when matters are open and as many were not confirmed. Pure. */
export const confirmed = (open: number, { open: seen = 0 }: OpenConfirmed): E.Either<OperationFailure, void> =>
  open === seen || open === 0
    ? E.right(undefined)
    : fail(
        'RUN_STATE',
        open === 1
          ? '1 matter is open. Decide on it, or confirm that 1 is open.'
          : `${open} matters are open. Decide on them, or confirm that ${open} are open.`,
      );

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

/** A sale whose day is not known may be of any month. */
const isOf =
  (month: string) =>
  ({ occurredAt, timeZone }: ListedMatter): boolean =>
    occurredAt === null || dayIn(timeZone ?? 'UTC', occurredAt).startsWith(month);

/** How many matters of sales of a month, `YYYY-MM`, are open, in all storefronts of the account. */
export const openInMonth = (ports: OperationPorts, month: string): Operation<number> =>
  withAccount(ports, ({ reviews }) =>
    pipe(
      fromStore(reviews.storefronts),
      TE.flatMap((known) => async () => {
        const storefronts = [...new Set([...known, ...ports.storefronts()])];
        const filter = { storefronts, state: 'open' as const, now: instantOfMilliseconds(ports.clock.now()) };
        let count = 0;
        for (let offset = O.some(0); O.isSome(offset);) {
          const page = await reviews.findMatters(filter, { sort: 'newest', offset: offset.value, limit: 500 })();
          if (E.isLeft(page)) return E.left(failureOf(page.left));
          count += page.right.matters.filter(isOf(month)).length;
          offset = page.right.next;
        }
        return E.right(count);
      }),
    ),
  );
