import { Temporal } from 'temporal-polyfill';
import { type DateRange, wholeMonth } from '../../domain/date-range.ts';

/** The days of a month, `YYYY-MM`; undefined for any other text. */
export const monthRange = (month: string): DateRange | undefined =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? wholeMonth(month) : undefined;

/** @param months negative for earlier months */
export const monthsLater = (month: string, months: number): string =>
  Temporal.PlainDate.from(`${month}-01`).add({ months }).toString().slice(0, 7);

/** The weeks of a month, Monday first; null for days of other months. */
export const weeksOf = <A extends { readonly day: string }>(days: readonly A[]): readonly (readonly (A | null)[])[] => {
  const [first] = days;
  if (first === undefined) return [];
  const lead = Temporal.PlainDate.from(first.day).dayOfWeek - 1;
  const cells = [...Array.from({ length: lead }, () => null), ...days];
  const weeks = Math.ceil(cells.length / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, index) => cells[week * 7 + index] ?? null),
  );
};

/** The current day, `YYYY-MM-DD`, in a time zone; `now` in milliseconds since 1970. */
export const todayIn = (timeZone: string, now: number): string =>
  Temporal.Instant.fromEpochMilliseconds(Math.trunc(now)).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The days of a range before today; undefined if there are none. */
export const overBy = (today: string, { from, to }: DateRange): DateRange | undefined => {
  if (from >= today) return undefined;
  return { from, to: to < today ? to : Temporal.PlainDate.from(today).subtract({ days: 1 }).toString() };
};
