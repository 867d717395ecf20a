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
