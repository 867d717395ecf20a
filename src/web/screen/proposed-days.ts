import { Temporal } from 'temporal-polyfill';
import type { DateRange } from '../../domain/date-range.ts';

/** Days that the form of a new sync proposes. */
export interface ProposedDays {
  /** From the first to the last day synced so far; undefined before the first sync. */
  readonly again: DateRange | undefined;
  /** The days after these; undefined if none are over yet. */
  readonly onwards: DateRange | undefined;
  /** The 12 months up to the last full one. */
  readonly year: DateRange;
}

const hullOf = (ranges: readonly DateRange[]): DateRange | undefined => {
  const [first] = ranges.map(({ from }) => from).sort();
  const last = ranges
    .map(({ to }) => to)
    .sort()
    .at(-1);
  return first === undefined || last === undefined ? undefined : { from: first, to: last };
};

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
  const [firstEnd] = synced.map(({ to }) => to).sort();
  if (firstEnd === undefined) return { again: undefined, onwards: undefined, year };
  const from = Temporal.PlainDate.from(firstEnd).add({ days: 1 }).toString();
  const to = from <= year.to ? year.to : yesterday;
  return { again: hullOf(synced), onwards: from <= to ? { from, to } : undefined, year };
};
