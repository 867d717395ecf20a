import type { DailyCount } from '../domain/review-store.ts';
import { type DateRange, dayIn, daysOf } from '../domain/date-range.ts';
import type { Instant } from '../domain/instant.ts';
import type { Reconciliation } from './reconciliation.ts';
import { Temporal } from 'temporal-polyfill';

/**
 * The counts of each whole day of a reconciliation; a day that is not over yet is left out. What a person resolved is
 * neither missing nor differing. Pure.
 */
export const countDays = (
  { storefront, range: { timeZone, ...range }, days, differences }: Reconciliation,
  at: Instant,
): readonly DailyCount[] => {
  const today = dayIn(timeZone, at);
  const lines = new Map(days.map((line) => [line.day, line]));
  const open = differences.filter(({ resolution }) => resolution === null);
  const missing = new Map<string, number>();
  const differing = new Map<string, number>();
  for (const { day, kind } of open) {
    if (day === null) continue;
    const sums = kind === 'missing at the service' ? missing : differing;
    sums.set(day, (sums.get(day) ?? 0) + 1);
  }
  return daysOf(range)
    .filter((day) => day < today)
    .map((day) => ({
      storefront,
      day,
      source: lines.get(day)?.source ?? 0,
      service: lines.get(day)?.service ?? 0,
      missing: missing.get(day) ?? 0,
      differing: differing.get(day) ?? 0,
      countedAt: at,
    }));
};

/** The whole days before today, in a time zone; `now` in milliseconds since 1970. Pure. */
export const recentDays = (timeZone: string, now: number, days: number): DateRange => {
  const today = Temporal.Instant.fromEpochMilliseconds(Math.trunc(now)).toZonedDateTimeISO(timeZone).toPlainDate();
  return { from: today.subtract({ days }).toString(), to: today.subtract({ days: 1 }).toString() };
};
