/** From which day a state's threshold made a seller collect, and until when: one duty for each time without a gap. Pure. */
import type {
  CollectRule,
  MeasuringPeriod,
  NexusRule,
  NexusThreshold,
  ThresholdAmounts,
} from '../../mapping/nexus-rule.ts';
import type { CountedSales, Sum } from './counted-sales.ts';
import {
  addDays,
  addMonths,
  addYears,
  monthAfter,
  periodBefore,
  periodOn,
  periodsBetween,
  type TestedPeriod,
} from './tested-periods.ts';

/** Days are `YYYY-MM-DD`. */
export interface CollectionDuty {
  /** The first day on which the sales were enough. */
  readonly crossedOn: string;
  /** The threshold of that day. */
  readonly threshold: ThresholdAmounts;
  /** Null: not found. */
  readonly collectFrom: string | null;
  /** The last day; null: not found. */
  readonly until: string | null;
}

export const isEnough = (rule: NexusRule, { sales, count }: Sum): boolean => {
  const limit = BigInt(rule.sales) * 100n;
  const bySales = (rule.isReachedAtAmount ? sales >= limit : sales > limit) && count >= rule.minTransactions;
  if (rule.transactions === null) return bySales;
  const byCount = count >= rule.transactions;
  return rule.needsBoth ? bySales && byCount : bySales || byCount;
};

type SalesUnder = (rule: NexusRule) => CountedSales;

/**
 * The duties of a state up to a day, oldest first.
 *
 * @param salesUnder the sales that a rule counts
 */
export const dutiesUntil = (
  { rules }: Pick<NexusThreshold, 'rules'>,
  salesUnder: SalesUnder,
  on: string,
): readonly CollectionDuty[] => {
  const duties: CollectionDuty[] = [];
  for (const met of metUntil(rules, salesUnder, on)) {
    const duty = dutyOf(met);
    const before = duties.at(-1);
    if (before === undefined || !continues(before, duty)) duties.push(duty);
    else duties[duties.length - 1] = { ...before, until: longer(before, met, duty) };
    // It goes on whatever is sold later.
    if (duties.at(-1)?.until === null) return duties;
  }
  return duties;
};

/** A day on which the sales of a period were enough. */
interface Met {
  readonly on: string;
  readonly rule: NexusRule;
  readonly period: TestedPeriod;
  /** The period was over before the rule began: the duty begins with the rule. */
  readonly isBeforeRule: boolean;
}

/** Each day up to one on which the sales of a period were enough, by the rule of the day. */
function* metUntil(rules: NexusThreshold['rules'], salesUnder: SalesUnder, on: string): Generator<Met> {
  for (const [index, rule] of rules.entries()) {
    if (rule.from > on) return;
    const next = rules[index + 1]?.from;
    const last = next === undefined || next > on ? on : addDays(next, -1);
    const sales = salesUnder(rule);
    yield* metAtStart(rule, sales);
    yield* metUnder(rule, sales, last);
  }
}

/** The threshold is already met when a rule begins, by earlier sales. */
const metAtStart = (rule: NexusRule, { sumOf }: CountedSales): readonly Met[] => {
  const period = periodBefore(rule.period, rule.from);
  return isEnough(rule, sumOf(period.from, period.to)) ? [{ on: rule.from, rule, period, isBeforeRule: true }] : [];
};

/** The days on which the threshold was met while a rule was in force, up to a day. */
function* metUnder(rule: NexusRule, sales: CountedSales, last: string): Generator<Met> {
  for (const period of testedPeriods(rule, sales.days, last)) {
    const from = period.begins < rule.from ? rule.from : period.begins;
    const to = period.to < last ? period.to : last;
    const within = [from, ...sales.daysAfter(from, to)];
    const on = dayOfEnough(rule, sales, within, (day) => isEnough(rule, sales.sumOf(period.from, day)));
    if (on !== undefined) yield { on, rule, period, isBeforeRule: false };
  }
}

/** The periods that a rule tests, up to a day. */
function* testedPeriods(rule: NexusRule, days: readonly string[], last: string): Generator<TestedPeriod> {
  const own = days.filter((day) => day >= rule.from && day <= last);
  if (rule.period === '12 months') {
    for (const day of own) yield periodOn(rule.period, day);
    return;
  }
  // A period without sales can still be enough, by sales before it began.
  const earliest = days[0] === undefined || days[0] < rule.from ? rule.from : (own[0] ?? last);
  yield* periodsBetween(rule.period, earliest, last);
}

const testedAtEveryDay: readonly MeasuringPeriod[] = ['calendar year', '12 months'];

/**
 * The day on which the sales of a period became enough. A sum of net sales may fall again: that does not matter in a state that
 * tests at every sale, but does in a state that tests at the end of the period.
 */
const dayOfEnough = (
  rule: NexusRule,
  { basis }: CountedSales,
  days: readonly string[],
  isEnoughOn: (day: string) => boolean,
): string | undefined => {
  if (basis === 'gross') return firstDay(days, isEnoughOn);
  if (testedAtEveryDay.includes(rule.period)) return days.find(isEnoughOn);
  const lastLow = days.findLastIndex((day) => !isEnoughOn(day));
  return days[lastLow + 1];
};

/** The first of these days on which a condition holds, if it then stays true; undefined if it never holds. */
const firstDay = (days: readonly string[], holds: (day: string) => boolean): string | undefined => {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(days[middle] ?? '')) high = middle;
    else low = middle + 1;
  }
  return days[low];
};

const dutyOf = ({ on, rule, period, isBeforeRule }: Met): CollectionDuty => {
  const { collects, ends } = rule;
  const regular = collects === null ? null : collectFrom(collects, on, period.to);
  const begins = regular !== null && isBeforeRule ? rule.from : regular;
  const untilOf = (from: string): string | null => {
    switch (ends) {
      case null:
        return null;
      case 'next calendar year':
        return `${Number(period.to.slice(0, 4)) + 1}-12-31`;
      case 'year after':
        return yearFrom(regular ?? from);
      case 'one year':
        return yearFrom(from);
      case '12 months, then while met':
        return latest(yearFrom(from), nextTest(ends, period));
      case 'while met':
        return latest(from, nextTest(ends, period));
    }
  };
  const { sales, transactions, needsBoth } = rule;
  return {
    crossedOn: on,
    threshold: { sales, transactions, needsBoth },
    collectFrom: begins,
    until: untilOf(begins ?? on),
  };
};

/** @param end the last day of the tested period */
const collectFrom = (rule: CollectRule, on: string, end: string): string => {
  switch (rule) {
    case 'next sale':
      return on;
    case 'next day':
      return addDays(on, 1);
    case '30 days':
      return addDays(on, 30);
    case '60 days':
      return addDays(on, 60);
    case '60 days or January 1':
      return [addDays(on, 60), `${Number(on.slice(0, 4)) + 1}-01-01`].sort()[0] ?? on;
    case '1st month':
    case '2nd month':
    case '3rd month':
    case '4th month':
      return monthAfter(on, Number(rule.slice(0, 1)));
    case 'month after 30 days':
      return firstOfMonthFrom(addDays(on, 30));
    case 'month within 30 days':
      return monthAfter(addDays(on, 30), 0);
    case 'month within 60 days':
      return monthAfter(addDays(on, 60), 0);
    case 'month after 90 days':
      return monthAfter(addDays(on, 90), 1);
    case '3 months after the quarter':
      return addDays(monthAfter(addDays(end, 1), 3), -1);
    case '50 days after the quarter':
      return addDays(end, 51);
    case 'month after 30 days after the quarter':
      return monthAfter(addDays(end, 30), 1);
    case 'next quarter':
    case 'October 1':
    case 'January 1':
      return addDays(end, 1);
    case 'April 1':
      return addMonths(addDays(end, 1), 3);
  }
};

const firstOfMonthFrom = (day: string): string => (day.endsWith('-01') ? day : monthAfter(day, 1));

/** The last day of the year that begins with a day. */
const yearFrom = (day: string): string => addDays(addYears(day, 1), -1);

const latest = (...days: readonly string[]): string => [...days].sort().at(-1) ?? '';

/** The last day of the quarter, or the month, that follows a tested period. */
const nextTest = (ends: '12 months, then while met' | 'while met', { to }: TestedPeriod): string =>
  addDays(monthAfter(to, ends === 'while met' ? 2 : 4), -1);

const continues = ({ until }: CollectionDuty, { crossedOn, collectFrom: begins }: CollectionDuty): boolean =>
  until === null || crossedOn <= until || (begins ?? crossedOn) <= addDays(until, 1);

/** How much longer a duty lasts after another period that was enough. */
const longer = (before: CollectionDuty, { period, rule: { ends } }: Met, next: CollectionDuty): string | null => {
  if (before.until === null || next.until === null) return null;
  // A period that was enough within the year is tested again only at its end.
  if (ends === 'one year') return period.to < before.until ? before.until : yearFrom(addDays(before.until, 1));
  const isTestedAgain = ends === '12 months, then while met' || ends === 'while met';
  return latest(before.until, isTestedAgain ? nextTest(ends, period) : next.until);
};
