import { Temporal } from 'temporal-polyfill';
import { type DateRange, dayIn, daysOf, intervalOf } from '../domain/date-range.ts';
import type { ListedDay, ProvedDay } from '../domain/proof-store.ts';

/** Nights in which the whole list is read again and each day is compared again, if it is not too much for one night. */
export const nightsOfRound = 27;

/** Transactions of older days that a night compares at most, but for those of one day. */
const maxOlderTransactions = 35_000;

interface Older {
  readonly days: readonly string[];
  /** The digest of the service's side, by day of the storefront's calendar. */
  readonly digestOf: (day: string) => string;
}

/** The days of UTC that a day of a storefront's calendar touches. */
const utcDaysOf = (day: string, timeZone: string): readonly string[] => {
  const { start, end } = intervalOf({ from: day, to: day }, timeZone);
  const last = Temporal.Instant.from(end).subtract({ seconds: 1 }).toString();
  return daysOf({ from: dayIn('UTC', start), to: dayIn('UTC', last) });
};

/** What the service holds of a day, in a word that changes with it. */
export const digests = (
  listed: readonly ListedDay[],
  timeZone: string,
): Pick<Older, 'digestOf'> & { countOf: (day: string) => number } => {
  const byDay = new Map<string, ListedDay[]>();
  for (const one of listed) byDay.set(one.day, [...(byDay.get(one.day) ?? []), one]);
  const of = (day: string): readonly ListedDay[] => utcDaysOf(day, timeZone).flatMap((utc) => byDay.get(utc) ?? []);
  return {
    digestOf: (day) =>
      of(day)
        .map(({ owner, day: utc, count, sum }) => `${owner}${utc}=${count}/${sum}`)
        .join(' '),
    countOf: (day) => of(day).reduce((all, { count }) => all + count, 0),
  };
};

/** The older days to compare tonight: those that changed, then those that were not compared for the longest time. */
export const olderDays = (
  all: readonly string[],
  changed: ReadonlySet<string>,
  proved: readonly ProvedDay[],
  { digestOf, countOf }: ReturnType<typeof digests>,
): Older => {
  const known = new Map(proved.map((one) => [one.day, one]));
  const isOther = (day: string): boolean => {
    const before = known.get(day);
    return before !== undefined && before.digest !== null && before.digest !== digestOf(day);
  };
  const isOpen = (day: string): boolean => known.get(day)?.digest === null;
  const rank = (day: string): number => (changed.has(day) || isOther(day) ? 0 : isOpen(day) ? 1 : 2);
  const ranked = all
    .map((day) => ({ day, rank: rank(day), provedAt: known.get(day)?.provedAt ?? 0 }))
    .sort((a, b) => a.rank - b.rank || a.provedAt - b.provedAt || (a.day < b.day ? -1 : 1));
  let [left, rotated] = [maxOlderTransactions, Math.ceil(all.length / nightsOfRound)];
  const days: string[] = [];
  for (const { day, rank: one } of ranked) {
    if (one === 2 && rotated <= 0) break;
    const count = countOf(day);
    if (days.length > 0 && count > left) break;
    left -= count;
    if (one === 2) rotated -= 1;
    days.push(day);
  }
  return { days: days.sort(), digestOf };
};

/** Days side by side as ranges. */
export const rangesOf = (days: readonly string[]): readonly DateRange[] => {
  const ranges: DateRange[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    const isNext = last !== undefined && Temporal.PlainDate.from(last.to).add({ days: 1 }).toString() === day;
    if (isNext) ranges[ranges.length - 1] = { from: last.from, to: day };
    else ranges.push({ from: day, to: day });
  }
  return ranges;
};
