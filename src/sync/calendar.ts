import { type DateRange, intervalOf, isWithin, monthIn, monthsOf } from '../core/date-range.ts';
import type { Instant } from '../core/instant.ts';

/** The days of a run as a storefront counts them. */
export interface Calendar {
  readonly isInRange: (instant: Instant) => boolean;
  /** `YYYY-MM` in the storefront's time zone. */
  readonly monthOf: (instant: Instant) => string;
}

/** To the second. Boundaries of days lie on whole seconds, so that fractions decide nothing. */
const secondOf = (instant: Instant): string => instant.slice(0, 19);
const isPlain = (instant: Instant): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(instant);

/**
 * The calendar of a range in an IANA time zone. Instants are compared as texts, which is the same order and costs a
 * hundredth of calendar arithmetic.
 */
export const calendarOf = (range: DateRange, timeZone: string): Calendar => {
  const whole = intervalOf(range, timeZone);
  const [start, end] = [secondOf(whole.start), secondOf(whole.end)];
  const months = monthsOf(range).map((month) => ({
    name: month.from.slice(0, 7),
    start: secondOf(intervalOf(month, timeZone).start),
    end: secondOf(intervalOf(month, timeZone).end),
  }));
  return {
    isInRange: (instant) =>
      isPlain(instant) ? secondOf(instant) >= start && secondOf(instant) < end : isWithin(whole, instant),
    monthOf: (instant) => {
      const second = secondOf(instant);
      const month = isPlain(instant) ? months.find((one) => second >= one.start && second < one.end) : undefined;
      return month?.name ?? monthIn(timeZone, instant);
    },
  };
};

/** The calendar of a live run, which knows no range. */
export const liveCalendar = (timeZone: string): Calendar => ({
  isInRange: () => true,
  monthOf: (instant) => monthIn(timeZone, instant),
});
