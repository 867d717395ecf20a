/** The spans of time over which a state adds up sales, and when each is tested. Days are `YYYY-MM-DD`, both ends included. */
import { daysInMonth, monthsLater } from '../../domain/date-range.ts';
import type { MeasuringPeriod } from '../../mapping/nexus-rule.ts';

export interface TestedPeriod {
  /** Sales are added up from this day … */
  readonly from: string;
  /** … to this one. */
  readonly to: string;
  /** The first day on which the sales can be enough for this period: an earlier day belongs to the period before. */
  readonly begins: string;
}

/* By numbers, because thresholds ask for thousands of days: Temporal takes many times as long. */

export const addDays = (day: string, days: number): string => {
  let [month, date] = [day.slice(0, 7), Number(day.slice(8)) + days];
  while (date < 1) {
    month = monthsLater(month, -1);
    date += daysInMonth(month);
  }
  while (date > daysInMonth(month)) {
    date -= daysInMonth(month);
    month = monthsLater(month, 1);
  }
  return dayOf(month, date);
};

/** The last day of the month where the month has no such day. */
export const addMonths = (day: string, months: number): string => {
  const month = monthsLater(day.slice(0, 7), months);
  return dayOf(month, Math.min(Number(day.slice(8)), daysInMonth(month)));
};

export const addYears = (day: string, years: number): string => addMonths(day, 12 * years);

/** The first day of the month that is a number of months away. */
export const monthAfter = (day: string, months: number): string => dayOf(monthsLater(day.slice(0, 7), months), 1);

/** The period that is being measured on a day. */
export const periodOn = (rule: MeasuringPeriod, day: string): TestedPeriod => {
  switch (rule) {
    case 'calendar year':
    case 'previous calendar year':
      return twelveMonthsTo(day, 12, 1);
    case 'year to September':
      return twelveMonthsTo(day, 12, 10);
    case '12 months':
      return { from: addDays(addYears(day, -1), 1), to: day, begins: day };
    case '12 calendar months':
      return twelveMonthsTo(day, 1, 1);
    case '12 months to a quarter’s end':
      return twelveMonthsTo(day, 3, 1);
    case 'four quarters':
      return twelveMonthsTo(day, 3, 3);
  }
};

/** The period before the one that is measured on a day; for the rule of any 12 months, the 12 months up to the day before. */
export const periodBefore = (rule: MeasuringPeriod, day: string): TestedPeriod =>
  periodOn(rule, addDays(periodOn(rule, day).begins, -1));

/** The periods that begin or go on between two days, in order. Not for any 12 months, which end with every day. */
export function* periodsBetween(rule: MeasuringPeriod, from: string, to: string): Generator<TestedPeriod> {
  for (let day = from; day <= to;) {
    const period = periodOn(rule, day);
    yield period;
    day = addDays(period.to, 1);
  }
}

/** A day of a month; `date` counts from 1. */
const dayOf = (month: string, date: number): string => `${month}-${String(date).padStart(2, '0')}`;

/** The 12 months that end with the part of the year that contains a day. */
const twelveMonthsTo = (day: string, months: number, first: number): TestedPeriod => {
  const begins = partOfYear(day, months, first);
  const end = addMonths(begins, months);
  return { begins, from: addYears(end, -1), to: addDays(end, -1) };
};

/** The part of a year, `months` months long, that contains a day. `first`: the number of a month in which such a part begins. */
const partOfYear = (day: string, months: number, first: number): string => {
  const month = Number(day.slice(5, 7));
  return monthAfter(day, -((month - first + 12) % months));
};
