/** Decides for a run whether a sale lies in its days and in which month it counts, by the storefront's time zone. */
import { type DateRange, intervalOf, isWithin, monthIn, wholeMonth } from '../domain/date-range.ts';
import type { Instant } from '../domain/instant.ts';

/** The days of a run as a storefront counts them. */
export interface Calendar {
  readonly isInRange: (instant: Instant) => boolean;
  /** `YYYY-MM` in the storefront's time zone. */
  readonly monthOf: (instant: Instant) => string;
  /** Whether a sale is of a day outside of the run's range, and is settled because it changed. Default: no sale is. */
  readonly isOlder?: (instant: Instant) => boolean;
}

interface Month {
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

/** Months by time zone, kept for all runs because they are few. */
const monthsByZone = new Map<string, Month[]>();

/** Compares instants with known months as texts, which costs a hundredth of calendar arithmetic. */
const monthsIn = (timeZone: string): Calendar['monthOf'] => {
  const knownMonths = monthsByZone.get(timeZone) ?? [];
  monthsByZone.set(timeZone, knownMonths);
  return (instant) => {
    if (!isInUtc(instant)) return monthIn(timeZone, instant);
    const second = toUtcSecond(instant);
    const known = knownMonths.find(({ start, end }) => second >= start && second < end);
    if (known !== undefined) return known.name;
    const name = monthIn(timeZone, instant);
    const { start, end } = intervalOf(wholeMonth(name), timeZone);
    knownMonths.push({ name, start: toUtcSecond(start), end: toUtcSecond(end) });
    return name;
  };
};

/** The calendar of a range in an IANA time zone. Instants are compared as texts, which is the same order. */
export const calendarOf = (range: DateRange, timeZone: string): Calendar => {
  const whole = intervalOf(range, timeZone);
  const [start, end] = [toUtcSecond(whole.start), toUtcSecond(whole.end)];
  return {
    isInRange: (instant) =>
      isInUtc(instant) ? toUtcSecond(instant) >= start && toUtcSecond(instant) < end : isWithin(whole, instant),
    monthOf: monthsIn(timeZone),
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
  monthOf: monthsIn(timeZone),
});

/** Whether an instant is written in UTC, so that texts sort like times. */
export const isInUtc = (instant: Instant): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(instant);

/** An instant in UTC to the second (`2026-03-08T07:00:00`). Days begin on whole seconds, so fractions do not matter. */
export const toUtcSecond = (instant: Instant): string => instant.slice(0, 19);
