import { type DateRange, dayIn, daysOf, intervalOf, startsOfDays } from '../../domain/date-range.ts';
import type { Instant } from '../../domain/instant.ts';
import { isInUtc, secondOf } from '../second-of.ts';

/**
 * The days of instants in an IANA time zone. Those of the range are found among its boundaries, which are compared as texts:
 * a few steps instead of calendar arithmetic for each of many transactions.
 */
export const dayOf = (range: DateRange, timeZone: string): ((instant: Instant) => string) => {
  const days = daysOf(range);
  const starts = startsOfDays(range, timeZone).map(secondOf);
  const end = secondOf(intervalOf(range, timeZone).end);
  return (instant) => {
    const second = secondOf(instant);
    const [first] = starts;
    if (!isInUtc(instant) || first === undefined || second < first || second >= end) return dayIn(timeZone, instant);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? '') <= second) low = middle;
      else high = middle - 1;
    }
    return days[low] ?? dayIn(timeZone, instant);
  };
};
