/** How near the economic nexus threshold of each state the known sales are, since when, and from which day to collect. */
import { groupBy } from 'fp-ts/lib/NonEmptyArray.js';
import type { DateRange } from '../../domain/date-range.ts';
import type { OpeningBalance } from '../../domain/opening-balance.ts';
import type { DailySales, NotSentSales } from '../../domain/review-store.ts';
import { moneyIn } from '../../domain/money.ts';
import { yieldWhenLong } from '../../domain/turns.ts';
import { type Registration, registrationOn, type Registrations } from '../../domain/registration.ts';
import { facilitatorLaws } from '../../mapping/facilitator-laws.ts';
import {
  type Disagreement,
  type MeasuringPeriod,
  type NexusRule,
  type NexusThreshold,
  ruleOn,
  type ThresholdAmounts,
  type ThresholdSource,
} from '../../mapping/nexus-rule.ts';
import { thresholdsReviewedOn } from '../../mapping/nexus-sources.ts';
import { thresholdsOn } from '../../mapping/nexus-settings.ts';
import { nexusThresholds } from '../../mapping/nexus-thresholds.ts';
import type { Policy } from '../../mapping/policy.ts';
import { type CountedSales, countedSales, isSold, type SalesBasis, type Sum } from './counted-sales.ts';
import { dutiesUntil, type CollectionDuty, isEnough } from './duties.ts';
import { type NotSentOfState, notSentOfStates } from './not-sent.ts';
import { type NotCollected, notCollectedOf } from './not-collected.ts';
import { addDays, addYears, periodBefore, periodOn } from './tested-periods.ts';

/** How near a state's economic nexus threshold the sales to it are. Days are `YYYY-MM-DD`. */
export interface StateExposure {
  /** `TX` */
  readonly state: string;
  /** `reached`: there is a duty that has not ended; `over`: there was one; `below`: none. */
  readonly status: 'reached' | 'over' | 'below';
  /** US dollars without tax in the measuring period, as decimals: `481500.00`. */
  readonly sales: string;
  /** The same, less the refunds of these days: Stripe and Avalara show this number. */
  readonly netSales: string;
  readonly transactions: number;
  /** The measuring period that contains the day of the question, up to and including that day. */
  readonly period: { readonly rule: MeasuringPeriod; readonly from: string; readonly to: string };
  readonly threshold: ThresholdAmounts;
  /** What opening balances add to these numbers; null if no balance of the state counts by this day. */
  readonly openingBalances: OpeningBalancesOfState | null;
  /** The percentage of the threshold, rounded down: 100 or more means that it is reached. */
  readonly percent: number;
  /** Each time that a threshold was reached, oldest first; a continued duty is listed once. */
  readonly duties: readonly CollectionDuty[];
  /** Sales since the day to collect from, and the tax that was not collected; null if there was no such day by then. */
  readonly notCollected: NotCollected | null;
  /** Null: not registered on the day of the question, by the settings of the account. */
  readonly registration: Registration | null;
  /** Days that matter for the threshold, but were not read by a sync or by live work. */
  readonly notRead: readonly DateRange[];
  /** Whether sales whose tax a marketplace remits are in these numbers. Where sources disagree, they are. */
  readonly includesMarketplaceSales: boolean;
  /** The state counts them, but `marketplaceSales` of a storefront skips or holds them: the numbers are too low. */
  readonly lacksMarketplaceSales: boolean;
  /** The facts about which the sources disagree. */
  readonly disagreements: readonly Disagreement[];
  /** The source of the threshold and the day on which it was read; or that it is your setting. */
  readonly source: ThresholdSource;
  /** The source was read more than a year before the day of the question: check the threshold first. */
  readonly isOutdated: boolean;
}

/** Sales of channels that are not connected, as a person stated them. */
export interface OpeningBalancesOfState {
  /** The part of `sales` and `netSales`, US dollars without tax; `0.00` if they belong only to earlier periods. */
  readonly sales: string;
  /** The part of `transactions`. */
  readonly transactions: number;
  /** The names of the channels that count, in any period. */
  readonly channels: readonly string[];
  /** The threshold is reached only with them: without them there is no duty on the day of the question. */
  readonly decide: boolean;
}

/** A state in which the business is registered. */
export interface StateRegistration extends Registration {
  readonly state: string;
}

/** Sales into a state that do not count, because they are not in US dollars. */
export interface OtherCurrency {
  readonly state: string;
  readonly currency: string;
  readonly count: number;
  /** Without tax, in that currency, as decimals. */
  readonly sales: string;
}

/** What the sync database says about thresholds. An indication: the Tax Nexus Service decides. */
export interface Exposure {
  /** The day of the question, `YYYY-MM-DD`. */
  readonly on: string;
  /** The sales by which the thresholds were judged: gross, or net of refunds. */
  readonly basis: SalesBasis;
  /** First and last day of the sales that are known; null without any. What was sold before is not in the numbers. */
  readonly known: DateRange | null;
  /** States with sales or opening balances: first where the threshold is reached and you are not registered, then the nearest to theirs. */
  readonly states: readonly StateExposure[];
  /** Where the business is registered on that day, with and without sales, by the settings of the account. */
  readonly registrations: readonly StateRegistration[];
  /**
   * Sales that are not sent, and therefore not in the numbers: first those of states with a threshold, then those whose state is
   * not known.
   */
  readonly notSent: readonly NotSentOfState[];
  /** Sales to US states in other currencies, which are not in the numbers. */
  readonly notInDollars: number;
  /** The same by state and currency. */
  readonly otherCurrencies: readonly OtherCurrency[];
  /** When the thresholds were last compared with their sources, `YYYY-MM-DD`. */
  readonly reviewedOn: string;
  /** That was more than a year before `on`: check the thresholds first. */
  readonly isOutdated: boolean;
}

export const percentOf = (rule: NexusRule, sum: Sum): number => {
  const bySales = Number((sum.sales * 100n) / (BigInt(rule.sales) * 100n));
  const byCount = rule.transactions === null ? bySales : Math.floor((sum.count * 100) / rule.transactions);
  const percent = rule.needsBoth ? Math.min(bySales, byCount) : Math.max(bySales, byCount);
  // The amount itself does not reach a threshold that has to be exceeded.
  return isEnough(rule, sum) ? percent : Math.min(percent, 99);
};

/** @param read in order */
export const daysNotReadIn = (range: DateRange, read: readonly DateRange[]): readonly DateRange[] => {
  const after = addDays(range.to, 1);
  const gaps: DateRange[] = [];
  let next = range.from;
  for (const { from, to } of [...read, { from: after, to: after }]) {
    const last = addDays(from < after ? from : after, -1);
    if (last >= next) gaps.push({ from: next, to: last });
    if (to >= next) next = addDays(to, 1);
  }
  return gaps;
};

/** By what sales are counted. */
export interface CountingQuestion extends Pick<Policy, 'facilitatorLaws' | 'nexusThresholds'> {
  readonly on: string;
  /** Of each storefront. */
  readonly marketplaceSales: readonly Policy['marketplaceSales'][];
  readonly registrations: Registrations;
  /** Default: gross, because no state says that refunds reduce the measured sales. */
  readonly basis?: SalesBasis;
  /** Default: none. */
  readonly openingBalances?: readonly OpeningBalance[];
}

export interface Question extends CountingQuestion {
  readonly read: readonly DateRange[];
  /** Default: none. */
  readonly notSent?: readonly NotSentSales[];
}

/** What the sales alone answer: the same as long as neither they nor the question change. */
export interface CountedStates {
  readonly states: readonly Omit<StateExposure, 'notRead'>[];
  readonly known: Exposure['known'];
  readonly otherCurrencies: readonly OtherCurrency[];
}

/** The balances of a state for months that began by the day of the question. */
export const balancesOf = (
  state: string,
  { openingBalances = [], on }: Pick<Question, 'openingBalances' | 'on'>,
): readonly OpeningBalance[] => openingBalances.filter((one) => one.state === state && one.month <= on.slice(0, 7));

/** Whether a rule of a state counts sales whose tax a marketplace remits. */
export const marketplacesCount =
  (state: string, { facilitatorLaws: laws }: Pick<Question, 'facilitatorLaws'>) =>
  ({ countsMarketplaceSales }: NexusRule): boolean =>
    (laws[state]?.countsTowardThreshold ?? countsMarketplaceSales ?? facilitatorLaws[state]?.countsTowardThreshold) !==
    false;

/** The threshold is reached, and the business is not registered. */
export const needsRegistration = ({ status, registration }: Pick<StateExposure, 'status' | 'registration'>): boolean =>
  status === 'reached' && registration === null;

/** The present duty to collect began before the business was registered: nothing may have been collected in between. */
export const isRegisteredLate = ({ status, registration, duties }: StateExposure): boolean => {
  const begins = duties.at(-1)?.collectFrom ?? null;
  const since = registration?.since ?? null;
  return status === 'reached' && begins !== null && since !== null && begins < since;
};

export const otherCurrenciesOf = (sales: readonly DailySales[]): readonly OtherCurrency[] =>
  Object.values(
    groupBy(({ jurisdiction, currency }: DailySales) => `${jurisdiction} ${currency}`)(
      sales.filter((one) => one.currency !== 'USD' && Object.hasOwn(nexusThresholds, one.jurisdiction)),
    ),
  )
    .map((same) => ({
      state: same[0].jurisdiction,
      currency: same[0].currency,
      count: same.reduce((count, one) => count + one.count, 0),
      sales: moneyIn(same[0].currency)(same.reduce((sum, one) => sum + one.sales, 0n)),
    }))
    .filter(({ count }) => count !== 0)
    .sort((a, b) => a.state.localeCompare(b.state) || a.currency.localeCompare(b.currency));

/** Counts state by state with pauses, so that other work can run: years of sales take milliseconds for each state. */
export const countStates = async (sales: readonly DailySales[], question: CountingQuestion): Promise<CountedStates> => {
  const { stateQuestions, ...known } = countingOf(sales, question);
  const states: CountedStates['states'][number][] = [];
  for (const ask of stateQuestions) {
    await yieldWhenLong();
    states.push(ask());
  }
  return { ...known, states };
};

/** The exposure of counted states. */
export const exposureFrom = ({ states, known, otherCurrencies }: CountedStates, question: Question): Exposure => {
  const { on, basis = 'gross', read, registrations, nexusThresholds: settings, notSent = [] } = question;
  const thresholds = thresholdsOn(settings, on);
  return {
    on,
    basis,
    known,
    states: states
      .map((one): StateExposure => {
        const threshold = thresholds[one.state];
        return { ...one, notRead: threshold === undefined ? [] : notReadOf(threshold, on, read) };
      })
      .sort(byUrgency),
    registrations: Object.entries(registrations).flatMap(([state, one]) => {
      const registration = registrationOn(one, on);
      return registration === null ? [] : [{ state, ...registration }];
    }),
    notSent: notSentOfStates(notSent),
    notInDollars: otherCurrencies.reduce((sum, { count }) => sum + count, 0),
    otherCurrencies,
    reviewedOn: thresholdsReviewedOn,
    isOutdated: isOlderThanAYear(thresholdsReviewedOn, on),
  };
};

/**
 * How near each US state's economic nexus threshold the known sales are, by the state's own measuring period, with or without
 * sales of marketplaces, for resale and to exempt buyers as its law says. Pure.
 *
 * It cannot tell goods from services: where a state leaves them out, the number is too high.
 * A presence in the state is not considered.
 *
 * @param sales in the order of the calendar
 * @param question `on`: the day of the question; what the policies say; where the business is registered; `read`: the days that were read of all
 *   storefronts, in order
 *
 * @example
 * exposureOf(sales, { on: '2026-03-31', facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales: [], registrations: {}, read }).states[0]
 * // { state: 'TX', status: 'reached', duties: [{ crossedOn: '2026-02-14', collectFrom: '2026-06-01', … }], … }
 */
export const exposureOf = (sales: readonly DailySales[], question: Question): Exposure => {
  const { stateQuestions, ...known } = countingOf(sales, question);
  return exposureFrom({ ...known, states: stateQuestions.map((ask) => ask()) }, question);
};

/** The questions to the sales, one for each state, and what is known of all sales. */
const countingOf = (sales: readonly DailySales[], question: CountingQuestion) => {
  const byState = groupBy(({ jurisdiction }: DailySales) => jurisdiction)([...sales]);
  const [first, last] = [sales.find(isSold), sales.findLast(isSold)];
  const thresholds = Object.entries(thresholdsOn(question.nexusThresholds, question.on));
  return {
    stateQuestions: thresholds.flatMap(([state, threshold]) => {
      const own = (byState[state] ?? []).filter(({ currency }) => currency === 'USD');
      const isKnown = own.some(isSold) || balancesOf(state, question).length > 0;
      return isKnown ? [() => stateExposure(state, threshold, own, question)] : [];
    }),
    known: first === undefined || last === undefined ? null : { from: first.day, to: last.day },
    otherCurrencies: otherCurrenciesOf(sales),
  };
};

const stateExposure = (
  state: string,
  threshold: NexusThreshold,
  sales: readonly DailySales[],
  question: CountingQuestion,
): CountedStates['states'][number] => {
  const { on, marketplaceSales, registrations, basis = 'gross' } = question;
  const countsMarketplaces = marketplacesCount(state, question);
  const leavesOut = marketplaceSales.some((choice) => choice !== 'send');
  const until = sales.filter(({ day }) => day <= on);
  const balances = balancesOf(state, question);
  const countedBy = (rule: NexusRule, one: SalesBasis, opening = balances) =>
    countedSales(until, rule, threshold, countsMarketplaces(rule), { basis: one, balances: opening });
  const counted = new Map<string, CountedSales>();
  /** Most earlier rules count the same sales as the present one. */
  const salesUnder = (rule: NexusRule): CountedSales => {
    const choices = `${rule.countsExemptSales} ${rule.countsResale} ${countsMarketplaces(rule)}`;
    const sums = counted.get(choices) ?? countedBy(rule, basis);
    counted.set(choices, sums);
    return sums;
  };
  const rule = ruleOn(threshold, on);
  const period = { ...periodOn(rule.period, on), to: on };
  const sumBy = (one: SalesBasis): Sum =>
    (one === basis ? salesUnder(rule) : countedBy(rule, one)).sumOf(period.from, on);
  const sums = { gross: sumBy('gross'), net: sumBy('net') };
  const duties = dutiesUntil(threshold, salesUnder, on);
  const status = statusOf(duties, on);
  const statusWithoutBalances = () =>
    statusOf(
      dutiesUntil(threshold, (one) => countedBy(one, basis, []), on),
      on,
    );
  return {
    state,
    status,
    sales: moneyIn('USD')(sums.gross.sales),
    netSales: moneyIn('USD')(sums.net.sales),
    transactions: sums.gross.count,
    period: { rule: rule.period, from: period.from, to: on },
    threshold: { sales: rule.sales, transactions: rule.transactions, needsBoth: rule.needsBoth },
    openingBalances: openingBalancesOf(
      balances,
      threshold,
      countsMarketplaces(rule),
      (own) => countedSales([], rule, threshold, true, { balances: own }).sumOf(period.from, on),
      () => status === 'reached' && statusWithoutBalances() !== 'reached',
    ),
    percent: percentOf(rule, sums[basis]),
    duties,
    notCollected: notCollectedOf(until, duties.at(-1), on),
    registration: registrationOn(registrations[state], on),
    includesMarketplaceSales: countsMarketplaces(rule) && !leavesOut,
    lacksMarketplaceSales: countsMarketplaces(rule) && leavesOut,
    disagreements: threshold.disagreements,
    source: threshold.source,
    isOutdated: threshold.source.on !== null && isOlderThanAYear(threshold.source.on, on),
  };
};

const statusOf = (duties: readonly CollectionDuty[], on: string): StateExposure['status'] => {
  const last = duties.at(-1);
  if (last === undefined) return 'below';
  return last.until === null || last.until >= on ? 'reached' : 'over';
};

const openingBalancesOf = (
  balances: readonly OpeningBalance[],
  { countsSalesFrom }: NexusThreshold,
  countsMarketplaceSales: boolean,
  sumOf: (counted: readonly OpeningBalance[]) => Sum,
  decide: () => boolean,
): OpeningBalancesOfState | null => {
  const counted = balances.filter(
    ({ month, isMarketplace }) =>
      (countsMarketplaceSales || !isMarketplace) && (countsSalesFrom === null || `${month}-01` >= countsSalesFrom),
  );
  if (counted.length === 0) return null;
  const { sales, count } = sumOf(counted);
  const channels = [...new Set(counted.map(({ channel }) => channel))].sort();
  return { sales: moneyIn('USD')(sales), transactions: count, channels, decide: decide() };
};

const isOlderThanAYear = (day: string, on: string): boolean => addYears(day, 1) < on;

/** The unread days on which the present rule depends. */
const notReadOf = (threshold: NexusThreshold, on: string, read: readonly DateRange[]): readonly DateRange[] => {
  const [{ countsSalesFrom }, rule] = [threshold, ruleOn(threshold, on)];
  const isOfTheYearBefore = rule.period === 'calendar year' || rule.period === 'previous calendar year';
  const { from } = isOfTheYearBefore ? periodBefore(rule.period, on) : periodOn(rule.period, on);
  return daysNotReadIn(
    { from: countsSalesFrom !== null && countsSalesFrom > from ? countsSalesFrom : from, to: on },
    read,
  );
};

/** First the states that need a registration, in the order in which their thresholds were crossed; then the nearest. */
const byUrgency = (a: StateExposure, b: StateExposure): number => {
  const crossedOn = (one: StateExposure): string =>
    needsRegistration(one) ? (one.duties.at(-1)?.crossedOn ?? '') : '';
  return (
    Number(needsRegistration(b)) - Number(needsRegistration(a)) ||
    crossedOn(a).localeCompare(crossedOn(b)) ||
    b.percent - a.percent ||
    (a.state < b.state ? -1 : 1)
  );
};
