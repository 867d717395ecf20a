import { Temporal } from 'temporal-polyfill';
import type { DateRange } from '../../domain/date-range.ts';

/** Days that the form may be filled with. */
export interface ProposedDays {
  /** What was synced so far, first day to last; undefined before the first sync. */
  readonly again: DateRange | undefined;
  /** What follows it; undefined when nothing does yet. */
  readonly onwards: DateRange | undefined;
  /** The twelve months up to the last complete one. */
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
 * Which days a sync may be about. Going on begins behind the storefront that came least far: what the others have sent is
 * recognized, so that nothing is doubled, and no day is left out.
 *
 * @param synced what was synced of each storefront so far, without a gap
 * @param now in milliseconds since 1970
 */
export const proposedDays = (synced: readonly DateRange[], now: number): ProposedDays => {
  const today = Temporal.Instant.fromEpochMilliseconds(Math.trunc(now)).toZonedDateTimeISO('UTC').toPlainDate();
  const monthEnd = today.with({ day: 1 }).subtract({ days: 1 });
  const yesterday = today.subtract({ days: 1 }).toString();
  const year = { from: monthEnd.with({ day: 1 }).subtract({ months: 11 }).toString(), to: monthEnd.toString() };
  const [least] = synced.map(({ to }) => to).sort();
  if (least === undefined) return { again: undefined, onwards: undefined, year };
  const from = Temporal.PlainDate.from(least).add({ days: 1 }).toString();
  const to = from <= year.to ? year.to : yesterday;
  return { again: hullOf(synced), onwards: from <= to ? { from, to } : undefined, year };
};
