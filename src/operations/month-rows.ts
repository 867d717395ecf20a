/** Where each month of each storefront stands, for the screen's page of months. */
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type DateRange, daysOf, monthsOf } from '../domain/date-range.ts';
import type { MonthSales } from '../domain/day-figures.ts';
import type { HeldDay } from '../domain/decision.ts';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { DailyCount } from '../domain/review-store.ts';
import type { Run } from '../domain/run.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { fromStore, type Operation, withAccount } from './state.ts';

/** A month of a storefront. Sums are those of statements: without tax, in minor units. */
export interface MonthRow {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly storefront: string;
  /** What the service holds, by currency. */
  readonly sums: readonly MonthSales[];
  readonly onHold: number;
  readonly leftOut: number;
  /** Days of the month that are over, and how many of them were compared with the platform. */
  readonly days: number;
  readonly compared: number;
  /** Sales that the comparisons missed in the service, or found with other values. */
  readonly differences: number;
  /** The newest signed-off sync of all its days, otherwise the newest finished one; null without any. */
  readonly review: Review | null;
}

export interface Review {
  readonly runId: string;
  /** Who signed it off last; null: it is not signed off. */
  readonly by: string | null;
}

interface FinishedRun extends Review {
  readonly run: Run;
}

const maxRuns = 50;

interface Known {
  readonly sums: readonly MonthSales[];
  readonly held: readonly HeldDay[];
  readonly counts: readonly DailyCount[];
}

/** The rows of a year, newest month first, each month's storefronts in their order. Reads only the sync database. */
export const readMonthRows = (ports: OperationPorts, year: string): Operation<readonly MonthRow[]> =>
  withAccount(ports, (state) => {
    const now = instantOfMilliseconds(ports.clock.now());
    return pipe(
      finishedRuns(state),
      TE.flatMap((runs) =>
        TE.traverseSeqArray((storefront: string) => ofStorefront(state, storefront, { year, now, runs }))(
          ports.storefronts(),
        ),
      ),
      TE.map((found) => found.flat().sort((a, b) => (a.month === b.month ? 0 : a.month < b.month ? 1 : -1))),
    );
  });

const finishedRuns = ({ reviews }: Pick<AccountState, 'reviews'>): Operation<readonly FinishedRun[]> =>
  pipe(
    fromStore(reviews.listRuns({ before: O.none, limit: maxRuns })),
    TE.flatMap(({ runs }) =>
      TE.traverseSeqArray((run: Run) =>
        pipe(
          fromStore(reviews.signOffs(run.id)),
          TE.map((signOffs): FinishedRun => ({ run, runId: run.id, by: signOffs.at(-1)?.by ?? null })),
        ),
      )(runs.filter(({ dryRun, status }) => !dryRun && status === 'finished')),
    ),
  );

const withinMonth =
  (month: string) =>
  ({ day }: { readonly day: string }): boolean =>
    day.startsWith(month);

const add = (held: readonly HeldDay[], isLeftOut: boolean): number =>
  held.reduce((all, one) => (one.isLeftOut === isLeftOut ? all + one.count : all), 0);

const toRow = (
  storefront: string,
  days: DateRange,
  { sums, held, counts }: Known,
  runs: readonly FinishedRun[],
): MonthRow => {
  const month = days.from.slice(0, 7);
  const ofMonth = counts.filter(withinMonth(month));
  const heldThen = held.filter(withinMonth(month));
  const covering = runs.filter(
    ({ run: { range, storefronts } }) =>
      storefronts.includes(storefront) && range.from <= days.from && range.to >= days.to,
  );
  const { runId, by } = covering.find((one) => one.by !== null) ?? covering[0] ?? { runId: null, by: null };
  return {
    ...{ month, storefront, days: daysOf(days).length, compared: ofMonth.length },
    sums: sums.filter((one) => one.month === month),
    ...{ onHold: add(heldThen, false), leftOut: add(heldThen, true) },
    differences: ofMonth.reduce((all, { missing, differing }) => all + missing + differing, 0),
    review: runId === null ? null : { runId, by },
  };
};

const ofStorefront = (
  { reviews }: Pick<AccountState, 'reviews'>,
  storefront: string,
  { year, now, runs }: { readonly year: string; readonly now: Instant; readonly runs: readonly FinishedRun[] },
): Operation<readonly MonthRow[]> =>
  pipe(
    fromStore(reviews.syncedDays(storefront)),
    TE.flatMap((synced): Operation<readonly MonthRow[]> => {
      const today = now.slice(0, 10);
      if (O.isNone(synced)) return TE.right([]);
      const [firstDay, lastDay] = [`${year}-01-01`, `${year}-12-31`];
      const range = {
        from: synced.value.from > firstDay ? synced.value.from : firstDay,
        to: today < lastDay ? today : lastDay,
      };
      if (range.from > range.to) return TE.right([]);
      const months = monthsOf(range);
      return pipe(
        TE.Do,
        TE.bind('sums', () => fromStore(reviews.monthSales({ storefronts: [storefront], days: range }))),
        TE.bind('held', () => fromStore(reviews.heldDays(storefront, range, now))),
        TE.bind('counts', () => fromStore(reviews.dailyCounts(storefront, range))),
        TE.map((known) => months.map((days) => toRow(storefront, days, known, runs))),
      );
    }),
  );
