import { Temporal } from 'temporal-polyfill';
import type { DateRange } from '../../domain/date-range.ts';

/** The whole days before today, in a time zone; `now` in milliseconds since 1970. Pure. */
export const recentDays = (timeZone: string, now: number, days: number): DateRange => {
  const today = Temporal.Instant.fromEpochMilliseconds(Math.trunc(now)).toZonedDateTimeISO(timeZone).toPlainDate();
  return { from: today.subtract({ days }).toString(), to: today.subtract({ days: 1 }).toString() };
};
