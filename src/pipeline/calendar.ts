/** Decides for a run whether a sale lies in its days and in which month it counts, by the storefront's time zone. */
import { type DateRange, intervalOf, isWithin, monthIn } from '../domain/date-range.ts';
import { type Instant, isInUtc, toUtcSecond } from '../domain/instant.ts';

/** The days of a run as a storefront counts them. */
export interface Calendar {
  readonly isInRange: (instant: Instant) => boolean;
  /** `YYYY-MM` in the storefront's time zone. */
  readonly monthOf: (instant: Instant) => string;
  /** Whether a sale is of a day outside of the run's range, and is settled because it changed. Default: no sale is. */
  readonly isOlder?: (instant: Instant) => boolean;
}

/** The calendar of a range in an IANA time zone. Instants are compared as texts, which is the same order. */
export const calendarOf = (range: DateRange, timeZone: string): Calendar => {
  const whole = intervalOf(range, timeZone);
  const [start, end] = [toUtcSecond(whole.start), toUtcSecond(whole.end)];
  return {
    isInRange: (instant) =>
      isInUtc(instant) ? toUtcSecond(instant) >= start && toUtcSecond(instant) < end : isWithin(whole, instant),
    monthOf: (instant) => monthIn(timeZone, instant),
  };
};

/** Earlier than any possible day of a sale: see `parseDateRange`. */
const firstOfAll = '1970-01-01';

/**
 * The calendar of a historical run. It includes changed sales of earlier days, back to the first day (`FirstDay`), and sales
 * between two synced ranges. A sale after the last synced day waits for a sync of its day.
 *
 * @param lastDay the last day that was synced by now, this run's included
 */
export const calendarOfRun = (range: DateRange, lastDay: string, timeZone: string): Calendar => {
  const selected = calendarOf(range, timeZone);
  const { isInRange } = calendarOf({ from: firstOfAll, to: lastDay < range.to ? range.to : lastDay }, timeZone);
  return { ...selected, isInRange, isOlder: (instant) => !selected.isInRange(instant) };
};

/** The calendar of a live run, which knows no range. */
export const liveCalendar = (timeZone: string): Calendar => ({
  isInRange: () => true,
  monthOf: (instant) => monthIn(timeZone, instant),
});
