/** What a preparer keeps in the file of a state: month by month what counted toward its threshold, and by which rule. Pure. */
import { groupBy } from 'fp-ts/lib/NonEmptyArray.js';
import { type DateRange, monthsOf, wholeMonth } from '../../domain/date-range.ts';
import { type Registration, registrationOn } from '../../domain/registration.ts';
import type { DailySales, NotSentSales } from '../../domain/review-store.ts';
import { type NexusRule, type NexusThreshold, ruleOn } from '../../mapping/nexus-rule.ts';
import { thresholdsOn } from '../../mapping/nexus-settings.ts';
import { countedSales, isSold, type Sum } from './counted-sales.ts';
import { dutiesUntil, type CollectionDuty } from './duties.ts';
import {
  balancesOf,
  daysNotReadIn,
  marketplacesCount,
  type OtherCurrency,
  otherCurrenciesOf,
  percentOf,
  type Question,
} from './exposure.ts';
import { isSaleNotSent, type NotSentOfState, notSentOfStates } from './not-sent.ts';
import { periodOn } from './tested-periods.ts';

/** A month of a state. Cents without tax; days are `YYYY-MM-DD`. */
export interface WorkpaperRow {
  /** `TX` */
  readonly state: string;
  /** `YYYY-MM` */
  readonly month: string;
  /** What counts toward the threshold by the rule of the month's last day. */
  readonly counted: Sum;
  readonly notCounted: Sum;
  /** Sales in other currencies than US dollars, and therefore in no sum. */
  readonly otherCurrencies: readonly OtherCurrency[];
  /** Sales of the month that are not sent, and therefore in no other sum. */
  readonly notSent: readonly NotSentOfState[];
  /** The part of these sales in US dollars, with tax. */
  readonly notSentDollars: Sum;
  /** The part of `counted` from opening balances: sales of channels that are not connected, as a person stated them. */
  readonly openingBalances: Sum;
  /** The names of their channels. */
  readonly openingChannels: readonly string[];
  /** The measuring period that contains the month's last day, up to that day. */
  readonly period: DateRange;
  /** What counts in that period. */
  readonly running: Sum;
  readonly rule: NexusRule;
  /** See `StateExposure`. */
  readonly percent: number;
  /** The newest duty that began by the end of the month; null if there was no duty. */
  readonly duty: CollectionDuty | null;
  /** The registration on the month's last day. */
  readonly registration: Registration | null;
  /** Days of the measuring period that were not read. */
  readonly notRead: readonly DateRange[];
  readonly threshold: NexusThreshold;
}

/** What is known of a state. */
interface Known {
  readonly sales: readonly DailySales[];
  readonly notSent: readonly NotSentSales[];
}

/**
 * The rows of all states with sales or opening balances, state by state, for the months that contain the days, up to the day of
 * the question.
 *
 * @param sales in the order of the calendar
 * @param only of this state; default: all
 */
export const workpaperOf = (
  sales: readonly DailySales[],
  range: DateRange,
  question: Question,
  only?: string,
): readonly (() => readonly WorkpaperRow[])[] => {
  const { on } = question;
  const months = monthsOf(range)
    .map(({ from }) => wholeMonth(from.slice(0, 7)))
    .flatMap(({ from, to }) => (from > on ? [] : [{ from, to: to < on ? to : on }]));
  const byState = groupBy(({ jurisdiction }: DailySales) => jurisdiction)(sales.filter(({ day }) => day <= on));
  const notSentBy = groupBy(({ jurisdiction }: NotSentSales) => jurisdiction ?? '')([...(question.notSent ?? [])]);
  return Object.entries(thresholdsOn(question.nexusThresholds, on)).flatMap(([state, threshold]) => {
    const own: Known = { sales: byState[state] ?? [], notSent: notSentBy[state] ?? [] };
    const isKnown = own.sales.some(isSold) || own.notSent.length > 0 || balancesOf(state, question).length > 0;
    if (!isKnown || (only !== undefined && only !== state)) return [];
    return [() => rowsOfState(state, threshold, own, months, question)];
  });
};

const dollarsOf = (all: readonly NotSentSales[]): Sum =>
  all
    .filter((one) => one.currency === 'USD' && isSaleNotSent(one))
    .reduce((sum, one) => ({ sales: sum.sales + one.total, count: sum.count + one.count }), { sales: 0n, count: 0 });

const everything = { countsExemptSales: true, countsResale: true };

const rowsOfState = (
  state: string,
  threshold: NexusThreshold,
  known: Known,
  months: readonly DateRange[],
  question: Question,
): readonly WorkpaperRow[] => {
  const sales = known.sales.filter(({ currency }) => currency === 'USD');
  const countsMarketplaces = marketplacesCount(state, question);
  const balances = balancesOf(state, question);
  const salesUnder = (rule: NexusRule) => countedSales(sales, rule, threshold, countsMarketplaces(rule), { balances });
  const openingUnder = (rule: NexusRule) => countedSales([], rule, threshold, countsMarketplaces(rule), { balances });
  const all = countedSales(sales, everything, { countsSalesFrom: null }, true, { balances });
  const duties = dutiesUntil(threshold, salesUnder, question.on);
  return months.map(({ from, to }): WorkpaperRow => {
    const rule = ruleOn(threshold, to);
    const { sumOf } = salesUnder(rule);
    const period = { from: periodOn(rule.period, to).from, to };
    const notSent = known.notSent.filter(({ month }) => month === from.slice(0, 7));
    const [counted, total, running] = [sumOf(from, to), all.sumOf(from, to), sumOf(period.from, to)];
    return {
      ...{ state, month: from.slice(0, 7), counted, period, running, rule, threshold },
      openingBalances: openingUnder(rule).sumOf(from, to),
      openingChannels: balances.filter(({ month }) => month === from.slice(0, 7)).map(({ channel }) => channel),
      otherCurrencies: otherCurrenciesOf(known.sales.filter(({ day }) => day >= from && day <= to)),
      notSent: notSentOfStates(notSent),
      notSentDollars: dollarsOf(notSent),
      notCounted: { sales: total.sales - counted.sales, count: total.count - counted.count },
      percent: percentOf(rule, running),
      duty: duties.findLast(({ crossedOn }) => crossedOn <= to) ?? null,
      registration: registrationOn(question.registrations[state], to),
      notRead: daysNotReadIn(period, question.read),
    };
  });
};
