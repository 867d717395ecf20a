/**
 * Decides which state thresholds a business must hear about, and writes one notification for all states that are near or reached.
 */
import type { MeasuringPeriod } from '../../mapping/nexus-rule.ts';
import type { Exposure, StateExposure } from '../../reconcile/thresholds/exposure.ts';
import { type Notice, ofAccount } from './notices.ts';

/** The kinds of notifications about thresholds. */
export const thresholdKinds = ['threshold.reached', 'threshold.near'] as const;

/** A state that a notification may name. */
export interface ThresholdAlert {
  readonly kind: (typeof thresholdKinds)[number];
  /** The keys of this alert and of the lower levels, such as `WA 90 2026`, its own key first: none of them is sent again … */
  readonly about: readonly [string, ...string[]];
  /** … for so many days. */
  readonly quietDays: number;
  readonly sentence: string;
}

/** Only states in which the business is not registered. */
export const alertsOf = ({ states }: Pick<Exposure, 'states'>): readonly ThresholdAlert[] =>
  states.flatMap((one) => {
    if (one.registration !== null) return [];
    if (one.status === 'reached') return [reachedAlert(one)];
    const near = nearAlert(one);
    return near === undefined ? [] : [near];
  });

const titles: Readonly<Record<ThresholdAlert['kind'], (number: number) => string>> = {
  'threshold.near': (number) => `${number} state threshold${number === 1 ? ' is' : 's are'} near`,
  'threshold.reached': (number) => `${number} state threshold${number === 1 ? ' is' : 's are'} reached`,
};

/** One notification for all alerts of a kind. */
export const thresholdNotice = (
  account: string,
  kind: ThresholdAlert['kind'],
  alerts: readonly ThresholdAlert[],
): Omit<Notice, 'about'> => ({
  kind,
  account,
  storefront: null,
  title: `${titles[kind](alerts.length)}${ofAccount(account)}`,
  text: `${alerts.map(({ sentence }) => sentence).join(' ')} An indication: see tax-nexus exposure, or Nexus on the screen.`,
});

/** Until a key is needed no more: a duty is notified once, also one that goes on for years without a registration. */
const reachedQuietDays = 10 * 366;

const reachedAlert = (one: StateExposure): ThresholdAlert => {
  const { state, duties } = one;
  const duty = duties.at(-1);
  const from = duty?.collectFrom ?? null;
  return {
    kind: 'threshold.reached',
    // Only the year, because the day of the crossing moves as earlier sales are read.
    about: [`${state} reached ${duty?.crossedOn.slice(0, 4)}`],
    quietDays: reachedQuietDays,
    sentence: `${state}: reached on ${duty?.crossedOn}, ${from === null ? 'the day to collect from is not known' : `collect from ${from}`}.${balancesText(one)}`,
  };
};

/** ` Opening balances of Amazon count.` */
const balancesText = ({ openingBalances }: StateExposure): string =>
  openingBalances === null
    ? ''
    : ` Opening balances of ${openingBalances.channels.join(', ')} count${openingBalances.decide ? ', and without them it is not reached' : ''}.`;

/** Percent of a threshold at which a state is near; each level is notified once. */
const nearLevels = [75, 90] as const;

/** A measuring period is no longer. A period that moves on each day, month or quarter then has no day of the notified one. */
const nearQuietDays = 366;

const nearAlert = (one: StateExposure): ThresholdAlert | undefined => {
  const [level, ...lower] = nearLevels.filter((percent) => one.percent >= percent).reverse();
  if (level === undefined) return undefined;
  const { state, percent, sales, transactions, threshold } = one;
  const about = (at: number): string => `${state} ${at}${periodOf(one)}`;
  const byCount = threshold.transactions === null ? '' : ` and ${transactions} of ${threshold.transactions} sales`;
  return {
    kind: 'threshold.near',
    about: [about(level), ...lower.map(about)],
    quietDays: nearQuietDays,
    sentence: `${state}: ${percent} %, ${dollars(sales)} of ${dollars(String(threshold.sales))}${byCount}.${balancesText(one)}`,
  };
};

const fixedPeriods = new Set<MeasuringPeriod>(['calendar year', 'previous calendar year', 'year to September']);

/** The measuring period of a key: by the year in which it began. A period that moves has none: it is another one on each day, month or quarter. */
const periodOf = ({ period }: StateExposure): string =>
  fixedPeriods.has(period.rule) ? ` ${period.from.slice(0, 4)}` : '';

const dollars = (amount: string): string => `${Math.floor(Number(amount)).toLocaleString('en-US')} USD`;
