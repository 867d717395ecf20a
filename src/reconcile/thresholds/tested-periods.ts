/** The spans of time over which a state adds up sales, and when each is tested. Days are `YYYY-MM-DD`, both ends included. */
import type { MeasuringPeriod } from '../../mapping/nexus-rule.ts';

export interface TestedPeriod {
  /** Sales are added up from this day … */
  readonly from: string;
  /** … to this one. */
  readonly to: string;
  /** The first day on which the sales can be enough for this period: an earlier day belongs to the period before. */
  readonly begins: string;
}

const numbersOf = (day: string): readonly [year: number, month: number, day: number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8)),
];

/** Months and days may lie outside a year and a month. Not by Temporal, which takes many times as long for the days of 50 states. */
const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => {
  const [year, month, date] = numbersOf(day);
  return dayOf(year, month, date + days);
};

/** The last day of the month where the month has no such day. */
export const addMonths = (day: string, months: number): string => {
  const [year, month, date] = numbersOf(day);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(year, month + months, Math.min(date, lastOfMonth));
};

export const addYears = (day: string, years: number): string => addMonths(day, 12 * years);

/** The first day of the month that is a number of months away. */
export const monthAfter = (day: string, months: number): string => {
  const [year, month] = numbersOf(day);
  return dayOf(year, month + months, 1);
};

/** The part of a year, `months` months long, that contains a day. `first`: the number of a month in which such a part begins. */
const partOfYear = (day: string, months: number, first: number): string => {
  const [year, month] = numbersOf(day);
  return dayOf(year, month - ((month - first + 12) % months), 1);
};

/** The 12 months that end with the part of the year that contains a day. */
const twelveMonthsTo = (day: string, months: number, first: number): TestedPeriod => {
  const begins = partOfYear(day, months, first);
  const end = addMonths(begins, months);
  return { begins, from: addYears(end, -1), to: addDays(end, -1) };
};

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
