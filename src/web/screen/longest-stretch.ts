import { Temporal } from 'temporal-polyfill';
import type { DateRange } from '../../domain/date-range.ts';

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
export const longestStretch = (ranges: readonly DateRange[]): DateRange | undefined =>
  merged(ranges).reduce<DateRange | undefined>(
    (longest, stretch) => (longest === undefined || lengthOf(stretch) >= lengthOf(longest) ? stretch : longest),
    undefined,
  );
