import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { DateRange } from '../../domain/date-range.ts';
import { millisecondsOf } from '../../domain/instant.ts';
import type { Run } from '../../domain/run.ts';
import { overBy, todayIn } from './calendar-days.ts';
import type { ScreenPorts } from './screen-ports.ts';
import { Temporal } from 'temporal-polyfill';

/** Runs, newest first, that are looked through: years of them. */
const runsLookedAt = 200;

/** A day that was not over when a run began may have sold more behind it. */
const toldOf = ({ range, startedAt, timeZones }: Run, storefront: string): DateRange | undefined =>
  overBy(todayIn(timeZones[storefront] ?? 'UTC', millisecondsOf(startedAt)), range);

/**
 * The days that finished syncs have told of each storefront, as far as they lie side by side without a gap. Empty while the
 * sync database cannot be read: the form that asks for it works without.
 */
export const syncedDays = async (ports: Pick<ScreenPorts, 'opened'>): Promise<ReadonlyMap<string, DateRange>> => {
  const state = await ports.opened();
  if (E.isLeft(state)) return new Map();
  const found = await state.right.reviews.listRuns({ before: O.none, limit: runsLookedAt })();
  if (E.isLeft(found)) return new Map();
  const pushed = found.right.runs.filter(({ status, dryRun }) => status === 'finished' && !dryRun);
  const stretches = new Map<string, DateRange>();
  for (const storefront of new Set(pushed.flatMap(({ storefronts }) => storefronts))) {
    const ranges = pushed
      .filter(({ storefronts }) => storefronts.includes(storefront))
      .flatMap((run) => toldOf(run, storefront) ?? []);
    const stretch = maxStretch(ranges);
    if (stretch !== undefined) stretches.set(storefront, stretch);
  }
  return stretches;
};

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

const lengthOf = ({ from, to }: DateRange): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days;

/** Ranges that overlap or follow each other without a day between them are one. */
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
 * The longest stretch of days that these ranges cover without a gap; undefined where there is none. Of two that are equally
 * long, the later one. A single day that was synced again on its own is a part of it, and never takes its place.
 */
export const maxStretch = (ranges: readonly DateRange[]): DateRange | undefined =>
  merged(ranges).reduce<DateRange | undefined>(
    (longest, stretch) => (longest === undefined || lengthOf(stretch) >= lengthOf(longest) ? stretch : longest),
    undefined,
  );
