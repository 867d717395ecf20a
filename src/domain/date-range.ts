/**
 * Calendar days and months of a storefront's time zone, and the instants at which they begin and end, also when the clocks
 * change.
 */
import * as E from 'fp-ts/lib/Either.js';
import { Temporal } from 'temporal-polyfill';
import { type Instant, isInUtc, millisecondsOf, toUtcSecond } from './instant.ts';

/** Days of a storefront's own calendar, `YYYY-MM-DD`, first and last day both included. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** Half-open: `start` belongs to it, `end` does not. */
export interface Interval {
  readonly start: Instant;
  readonly end: Instant;
}

/**
 * Checks a range as a person typed it: days of the calendar from 1990 to 2100, the first not after the last. Left is a sentence
 * for that person.
 *
 * @example
 * parseDateRange('2026-01-01', '2026-03-31') // right({ from: '2026-01-01', to: '2026-03-31' })
 */
export const parseDateRange = (from: string, to: string): E.Either<string, DateRange> => {
  const first = parseDay(from);
  if (E.isLeft(first)) return first;
  const last = parseDay(to);
  if (E.isLeft(last)) return last;
  return Temporal.PlainDate.compare(first.right, last.right) > 0
    ? E.left(`the range ends (${to}) before it begins (${from})`)
    : E.right({ from, to });
};

/**
 * The instants of a range in an IANA time zone. Days of 23 and 25 hours keep their length: the end is the start of the day
 * after the last one, never 23:59:59.
 *
 * @throws RangeError when the time zone is unknown.
 * @example
 * intervalOf({ from: '2026-03-08', to: '2026-03-08' }, 'America/New_York') // 23 hours
 */
export const intervalOf = ({ from, to }: DateRange, timeZone: string): Interval => ({
  start: startOfDay(Temporal.PlainDate.from(from), timeZone).toString(),
  end: startOfDay(Temporal.PlainDate.from(to).add({ days: 1 }), timeZone).toString(),
});

/**
 * Whether the instant lies in the interval.
 *
 * @example
 * isWithin({ start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' }, '2026-02-01T00:00:00Z') // false
 */
export const isWithin = ({ start, end }: Interval, instant: Instant): boolean => {
  const at = Temporal.Instant.from(instant);
  return (
    Temporal.Instant.compare(at, Temporal.Instant.from(start)) >= 0 &&
    Temporal.Instant.compare(at, Temporal.Instant.from(end)) < 0
  );
};

/**
 * The range cut at the ends of calendar months: windows of a size that every platform can page through.
 *
 * @example
 * monthsOf({ from: '2026-01-20', to: '2026-02-03' }) // [{ from: '2026-01-20', to: '2026-01-31' }, { from: '2026-02-01', … }]
 */
export const monthsOf = ({ from, to }: DateRange): readonly DateRange[] => {
  const last = Temporal.PlainDate.from(to);
  const months: DateRange[] = [];
  for (let first = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(first, last) <= 0;) {
    const endOfMonth = first.with({ day: first.daysInMonth });
    const end = Temporal.PlainDate.compare(endOfMonth, last) < 0 ? endOfMonth : last;
    months.push({ from: first.toString(), to: end.toString() });
    first = end.add({ days: 1 });
  }
  return months;
};

/**
 * A month, `YYYY-MM`, so many months after another one. By numbers, because overviews count the months of thousands of accounts.
 *
 * @param months negative for earlier months
 */
export const monthsLater = (month: string, months: number): string => {
  const since = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${Math.floor(since / 12)}-${String((since % 12) + 1).padStart(2, '0')}`;
};

/** How many days a month, `YYYY-MM`, has. */
export const daysInMonth = (month: string): number => {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  if (number === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(number) ? 30 : 31;
};

/** All days of a calendar month, `YYYY-MM`. */
export const wholeMonth = (month: string): DateRange => ({
  from: `${month}-01`,
  to: `${month}-${daysInMonth(month)}`,
});

/** Every day of a range, in order. */
export const daysOf = (range: DateRange): readonly string[] =>
  monthsOf(range).flatMap(({ from, to }) => {
    const [first, last] = [Number(from.slice(8)), Number(to.slice(8))];
    return Array.from(
      { length: last - first + 1 },
      (_, index) => `${from.slice(0, 7)}-${String(first + index).padStart(2, '0')}`,
    );
  });

/** When each day of a range begins in an IANA time zone, in order. */
export const startsOfDays = (range: DateRange, timeZone: string): readonly Instant[] =>
  daysOf(range).map((day) => startOfDay(Temporal.PlainDate.from(day), timeZone).toString());

interface KnownDay {
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

/** By time zone and UTC date: comparing texts costs a hundredth of calendar arithmetic, and each sale needs its day. */
const knownDays = new Map<string, readonly KnownDay[]>();

const oneDay = 24 * 60 * 60_000;

const maxKnownDates = 10_000;

/** The calendar day (`YYYY-MM-DD`) of an instant in a time zone. */
export const dayIn = (timeZone: string, instant: Instant): string => {
  if (!isInUtc(instant)) return dayByCalendar(timeZone, instant);
  const second = toUtcSecond(instant);
  const key = `${timeZone} ${second.slice(0, 'YYYY-MM-DD'.length)}`;
  const known = knownDays.get(key) ?? [];
  for (const { name, start, end } of known) if (second >= start && second < end) return name;
  const name = dayByCalendar(timeZone, instant);
  const { start, end } = intervalOf({ from: name, to: name }, timeZone);
  // On a day when the clocks change at midnight, a day can begin twice.
  if (millisecondsOf(end) - millisecondsOf(start) !== oneDay) return name;
  if (knownDays.size >= maxKnownDates) knownDays.clear();
  knownDays.set(key, [...known, { name, start: toUtcSecond(start), end: toUtcSecond(end) }]);
  return name;
};

/**
 * An instant as the local time of a time zone with its offset.
 *
 * @example
 * localTimeIn('America/New_York', '2026-02-01T03:30:00Z') // '2026-01-31T22:30:00-05:00'
 */
export const localTimeIn = (timeZone: string, instant: Instant): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toString({ timeZoneName: 'never' });

/** The calendar month (`YYYY-MM`) of an instant in a time zone. */
export const monthIn = (timeZone: string, instant: Instant): string => dayIn(timeZone, instant).slice(0, 7);

/** Whether the runtime knows the IANA time zone. */
export const isTimeZone = (timeZone: string): boolean => {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return true;
  } catch {
    return false;
  }
};

/** What is wrong with a day as a person wrote it, whatever its type; undefined when nothing is. It quotes nothing. Pure. */
export const dayProblem = (written: unknown): string | undefined =>
  typeof written === 'string' && E.isRight(parseDateRange(written, written))
    ? undefined
    : 'it is not a day of the calendar';

export const dayRemedy = 'Write a day as YYYY-MM-DD, such as 2026-01-31, or leave it out';

/** A range in UTC that holds the days of every time zone. */
export const inAnyTimeZone = ({ from, to }: DateRange): DateRange => ({
  from: Temporal.PlainDate.from(from).subtract({ days: 1 }).toString(),
  to: Temporal.PlainDate.from(to).add({ days: 1 }).toString(),
});

/** Years with a typing error in them (`0205`) would be read window by window for hours, and find nothing. */
const [firstYear, lastYear] = [1990, 2100];

const parseDay = (text: string): E.Either<string, Temporal.PlainDate> => {
  const parsed = E.tryCatch(
    () => {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new RangeError('shape');
      return Temporal.PlainDate.from(text, { overflow: 'reject' });
    },
    () => `"${text.slice(0, 20)}" is not a day of the calendar; write it as YYYY-MM-DD, such as 2026-01-31`,
  );
  return E.isRight(parsed) && (parsed.right.year < firstYear || parsed.right.year > lastYear)
    ? E.left(`${text} is not a possible day of a sale. Write a year from ${firstYear} to ${lastYear}`)
    : parsed;
};

const startOfDay = (day: Temporal.PlainDate, timeZone: string): Temporal.Instant =>
  day.toZonedDateTime({ timeZone }).toInstant();

const dayByCalendar = (timeZone: string, instant: Instant): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
