import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { Temporal } from 'temporal-polyfill';
import type { DateRange } from '../../domain/date-range.ts';
import { millisecondsOf } from '../../domain/instant.ts';
import type { Run } from '../../domain/run.ts';
import { overBy, todayIn } from './days.ts';
import type { ScreenPorts } from './screen-ports.ts';

/** Newest runs that are read: years of them. */
const maxRuns = 200;

/** The days that were over when the run began: later days may have had more sales. */
const coveredDays = ({ range, startedAt, timeZones }: Run, storefront: string): DateRange | undefined =>
  overBy(todayIn(timeZones[storefront] ?? 'UTC', millisecondsOf(startedAt)), range);

/**
 * For each storefront the longest stretch of days without a gap that finished syncs covered. Empty while the sync database
 * cannot be read, because the form that asks for it works without.
 */
export const syncedDays = async (ports: Pick<ScreenPorts, 'opened'>): Promise<ReadonlyMap<string, DateRange>> => {
  const state = await ports.opened();
  if (E.isLeft(state)) return new Map();
  const found = await state.right.reviews.listRuns({ before: O.none, limit: maxRuns })();
  if (E.isLeft(found)) return new Map();
  const finished = found.right.runs.filter(({ status, dryRun }) => status === 'finished' && !dryRun);
  const storefronts = [...new Set(finished.flatMap((run) => run.storefronts))];
  return new Map(
    storefronts.flatMap((storefront) => {
      const runs = finished.filter((run) => run.storefronts.includes(storefront));
      const stretch = maxStretch(runs.flatMap((run) => coveredDays(run, storefront) ?? []));
      return stretch === undefined ? [] : [[storefront, stretch] as const];
    }),
  );
};

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

const lengthOf = ({ from, to }: DateRange): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days;

/** Joins ranges that overlap or follow each other without a day between them. */
const merged = (ranges: readonly DateRange[]): readonly DateRange[] => {
  const stretches: DateRange[] = [];
  for (const range of ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = stretches.at(-1);
    if (last === undefined || range.from > dayAfter(last.to)) stretches.push(range);
    else stretches[stretches.length - 1] = { from: last.from, to: range.to > last.to ? range.to : last.to };
  }
  return stretches;
};

/**
 * The longest stretch of days that the ranges cover without a gap, the later of two equally long ones; undefined without
 * ranges. A single day that was synced again is part of a longer stretch and never replaces it.
 */
export const maxStretch = (ranges: readonly DateRange[]): DateRange | undefined =>
  merged(ranges).reduce<DateRange | undefined>(
    (longest, stretch) => (longest === undefined || lengthOf(stretch) >= lengthOf(longest) ? stretch : longest),
    undefined,
  );

/** Days that the form of a new sync proposes. */
export interface ProposedDays {
  /** From the first to the last day synced so far; undefined before the first sync. */
  readonly again: DateRange | undefined;
  /** The days after these; undefined if none are over yet. */
  readonly onwards: DateRange | undefined;
  /** The 12 months up to the last full one. */
  readonly year: DateRange;
}

/**
 * The days that a new sync may cover. `onwards` begins after the storefront whose synced days end first, so that no day is left
 * out; what the others have sent is recognized and not sent twice.
 *
 * @param synced the days synced so far of each storefront, without a gap
 * @param now in milliseconds since 1970
 */
export const proposedDays = (synced: readonly DateRange[], now: number): ProposedDays => {
  const today = Temporal.Instant.fromEpochMilliseconds(Math.trunc(now)).toZonedDateTimeISO('UTC').toPlainDate();
  const monthEnd = today.with({ day: 1 }).subtract({ days: 1 });
  const yesterday = today.subtract({ days: 1 }).toString();
  const year = { from: monthEnd.with({ day: 1 }).subtract({ months: 11 }).toString(), to: monthEnd.toString() };
  const [firstDay] = synced.map((range) => range.from).sort();
  const ends = synced.map((range) => range.to).sort();
  const [firstEnd, lastDay] = [ends[0], ends.at(-1)];
  if (firstDay === undefined || firstEnd === undefined || lastDay === undefined)
    return { again: undefined, onwards: undefined, year };
  const from = Temporal.PlainDate.from(firstEnd).add({ days: 1 }).toString();
  const to = from <= year.to ? year.to : yesterday;
  return { again: { from: firstDay, to: lastDay }, onwards: from <= to ? { from, to } : undefined, year };
};
