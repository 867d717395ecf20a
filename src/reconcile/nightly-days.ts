/** Chooses the older days that the nightly proof compares tonight, so that each is compared about once a month. Pure. */
import { Temporal } from 'temporal-polyfill';
import { type DateRange, daysOf } from '../domain/date-range.ts';
import type { ListedDay, ProvedDay } from '../domain/proof-store.ts';

/**
 * Number of nights in which the whole list is read again and each day is compared again, if that is not too much for one night.
 */
export const nightsOfRound = 27;

/**
 * The most transactions of older days that one night compares, though always at least one day; half of them are for days that did
 * not change.
 */
const maxOlderTransactions = 35_000;

/** What the service holds of a day of a storefront's calendar. */
interface HeldDay {
  /** Changes whenever the transactions of the day change. */
  readonly digest: string;
  readonly count: number;
}

const nothingHeld: HeldDay = { digest: '', count: 0 };

/** What the service holds for each day of a range. A day of a storefront's calendar overlaps at most three days in UTC. */
export const heldDays = (listed: readonly ListedDay[], { from, to }: DateRange): ((day: string) => HeldDay) => {
  const byDay = new Map<string, ListedDay[]>();
  for (const one of listed) byDay.set(one.day, [...(byDay.get(one.day) ?? []), one]);
  const beside = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
  const days = daysOf({ from: beside(from, -1), to: beside(to, 1) });
  const held = new Map<string, HeldDay>();
  for (const [index, day] of days.entries()) {
    const around = days.slice(Math.max(0, index - 1), index + 2).flatMap((utc) => byDay.get(utc) ?? []);
    held.set(day, {
      digest: around.map(({ owner, day: utc, count, sum }) => `${owner}${utc}=${count}/${sum}`).join(' '),
      count: (byDay.get(day) ?? []).reduce((all, { count }) => all + count, 0),
    });
  }
  return (day) => held.get(day) ?? nothingHeld;
};

/**
 * The older days to compare tonight: a share of all, starting with the days that were not compared for the longest time, and days
 * that changed or were left open. Days that are too much for one night are left open for the next.
 */
export const olderDays = (
  all: readonly string[],
  proved: readonly ProvedDay[],
  heldOn: (day: string) => HeldDay,
): readonly string[] => {
  const known = new Map(proved.map((one) => [one.day, one]));
  const isOpen = (day: string): boolean => {
    const before = known.get(day);
    return before !== undefined && before.digest !== heldOn(day).digest;
  };
  const ranked = all
    .map((day) => ({ day, isOpen: isOpen(day), provedAt: known.get(day)?.provedAt ?? 0 }))
    .sort((a, b) => a.provedAt - b.provedAt || (a.day < b.day ? -1 : 1));
  let compared = 0;
  /** The first of the days, and more as long as they are not too much. */
  const take = (some: typeof ranked, most: number): readonly string[] => {
    const days: string[] = [];
    for (const { day } of some) {
      const { count } = heldOn(day);
      if (days.length > 0 && compared + count > most) break;
      compared += count;
      days.push(day);
    }
    return days;
  };
  const closed = ranked.filter((one) => !one.isOpen).slice(0, Math.ceil(all.length / nightsOfRound));
  const rotated = take(closed, maxOlderTransactions / 2);
  const open = take(
    ranked.filter((one) => one.isOpen),
    maxOlderTransactions,
  );
  return [...rotated, ...open].sort();
};

/** Joins consecutive days into ranges. */
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
