/** Where each month of each storefront stands, for the screen's page of months. */
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type DateRange, daysOf, monthsOf } from '../domain/date-range.ts';
import type { HeldDay } from '../domain/decision.ts';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { DailyCount } from '../domain/review-store.ts';
import type { Run } from '../domain/run.ts';
import { sumBy, type SummaryRow } from './export/figures.ts';
import { summaryOf } from './export/month-summaries.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { fromStore, type Operation, withAccount } from './state.ts';

/** A month of a storefront. Sums are those of statements: without tax, in minor units. */
export interface MonthRow {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly storefront: string;
  /** What the service holds, by currency. */
  readonly sums: readonly Pick<SummaryRow, 'currency' | 'sales' | 'gross' | 'tax'>[];
  readonly onHold: number;
  readonly leftOut: number;
  /** Days of the month that are over, and how many of them were compared with the platform. */
  readonly days: number;
  readonly compared: number;
  /** Sales that the comparisons missed in the service, or found with other values. */
  readonly differences: number;
  /** Who signed a sync of all its days off last; null without one. */
  readonly signedBy: string | null;
}

interface SignedRun {
  readonly run: Run;
  readonly by: string;
}

/** The newest months are shown; earlier ones are in the list below them. */
const [maxMonths, maxRuns] = [24, 50];

const signedRuns = ({ reviews }: Pick<AccountState, 'reviews'>): Operation<readonly SignedRun[]> =>
  pipe(
    fromStore(reviews.listRuns({ before: O.none, limit: maxRuns })),
    TE.flatMap(({ runs }) =>
      TE.traverseSeqArray((run: Run) =>
        pipe(
          fromStore(reviews.signOffs(run.id)),
          TE.map((signOffs): readonly SignedRun[] => {
            const last = signOffs.at(-1);
            return last === undefined || run.dryRun ? [] : [{ run, by: last.by }];
          }),
        ),
      )(runs),
    ),
    TE.map((found) => found.flat()),
  );

const withinMonth =
  (month: string) =>
  ({ day }: { readonly day: string }): boolean =>
    day.startsWith(month);

const add = (held: readonly HeldDay[], isLeftOut: boolean): number =>
  held.reduce((all, one) => (one.isLeftOut === isLeftOut ? all + one.count : all), 0);

interface Known {
  readonly rows: readonly SummaryRow[];
  readonly held: readonly HeldDay[];
  readonly counts: readonly DailyCount[];
}

const toRow = (
  storefront: string,
  days: DateRange,
  { rows, held, counts }: Known,
  signed: readonly SignedRun[],
): MonthRow => {
  const month = days.from.slice(0, 7);
  const ofMonth = counts.filter(withinMonth(month));
  const heldThen = held.filter(withinMonth(month));
  const covering = signed.find(
    ({ run: { range, storefronts } }) =>
      storefronts.includes(storefront) && range.from <= days.from && range.to >= days.to,
  );
  return {
    ...{ month, storefront, days: daysOf(days).length, compared: ofMonth.length },
    sums: rows.filter((one) => one.month === month),
    ...{ onHold: add(heldThen, false), leftOut: add(heldThen, true) },
    differences: ofMonth.reduce((all, { missing, differing }) => all + missing + differing, 0),
    signedBy: covering?.by ?? null,
  };
};

const ofStorefront = (
  { reviews }: Pick<AccountState, 'reviews'>,
  storefront: string,
  now: Instant,
  signed: readonly SignedRun[],
): Operation<readonly MonthRow[]> =>
  pipe(
    fromStore(reviews.syncedDays(storefront)),
    TE.flatMap((synced): Operation<readonly MonthRow[]> => {
      const today = now.slice(0, 10);
      if (O.isNone(synced) || synced.value.from > today) return TE.right([]);
      const months = monthsOf({ from: synced.value.from, to: today }).slice(-maxMonths);
      const range = { from: months[0]?.from ?? today, to: today };
      return pipe(
        TE.Do,
        TE.bind('rows', () => fromStore(summaryOf(reviews, { storefronts: [storefront], days: range }))),
        TE.bind('held', () => fromStore(reviews.heldDays(storefront, range, now))),
        TE.bind('counts', () => fromStore(reviews.dailyCounts(storefront, range))),
        TE.map(({ rows, ...known }) => {
          const sums = sumBy(rows, ({ month, currency }) => `${month} ${currency}`);
          return months.map((days) => toRow(storefront, days, { ...known, rows: sums }, signed));
        }),
      );
    }),
  );

/** The newest month first, and its storefronts in their order. Reads the sync database only. */
export const readMonthRows = (ports: OperationPorts): Operation<readonly MonthRow[]> =>
  withAccount(ports, (state) => {
    const now = instantOfMilliseconds(ports.clock.now());
    return pipe(
      signedRuns(state),
      TE.flatMap((signed) =>
        TE.traverseSeqArray((storefront: string) => ofStorefront(state, storefront, now, signed))(ports.storefronts()),
      ),
      TE.map((found) => found.flat().sort((a, b) => (a.month === b.month ? 0 : a.month < b.month ? 1 : -1))),
    );
  });
