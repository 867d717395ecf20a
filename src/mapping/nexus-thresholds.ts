/**
 * The table of each state's economic nexus thresholds, now and in earlier years, against which a merchant's sales are
 * measured.
 */
import { mapWithIndex } from 'fp-ts/lib/Record.js';
import { nexusSources, type TaxedState } from './nexus-sources.ts';
import type { CollectRule, Disagreement, DutyEnd, NexusRule, NexusThreshold } from './nexus-rule.ts';

const periods = {
  C: 'calendar year',
  P: 'previous calendar year',
  R: '12 months',
  RM: '12 calendar months',
  RQ: '12 months to a quarter’s end',
  Q: 'four quarters',
  S: 'year to September',
} as const;

/**
 * `G` gross; `R` retail, with exempt sales and services; `RT` retail goods and taxable services; `P` goods, with exempt ones; `PW`
 * these and resale; `GT` goods, taxable services and resale; `T` taxable sales; `TP` taxable goods.
 */
type Basis = 'G' | 'R' | 'RT' | 'P' | 'PW' | 'GT' | 'T' | 'TP';

const withResale: ReadonlySet<Basis> = new Set(['G', 'PW', 'GT']);

const withExempt = (basis: Basis): boolean => basis !== 'T' && basis !== 'TP';

/** A rule as the table writes it. */
interface Terms {
  readonly sales: number;
  /** `>`: exceeds; `>=`: reaches. */
  readonly by: '>' | '>=';
  /** `or`: that number of transactions alone is enough; `and`: both are needed. Left out: transactions do not count. */
  readonly count?: readonly ['or' | 'and', number];
  readonly minTransactions?: number;
  readonly period: keyof typeof periods;
  readonly basis: Basis;
  readonly marketplace?: boolean;
  readonly collects: CollectRule | null;
  /** Left out: as `usualEnd` says of its period. */
  readonly ends?: DutyEnd | null;
}

interface Row extends Terms {
  /** The first day of the law. */
  readonly since: string;
  readonly countsSalesFrom?: string;
  readonly differ?: readonly Disagreement[];
  /** Earlier rules, oldest first: what was different, and the first day of the next rule. */
  readonly earlier?: readonly (Partial<Terms> & { readonly until: string })[];
}

const usualEnd: Readonly<Record<keyof typeof periods, DutyEnd | null>> = {
  ...{ C: 'next calendar year', P: 'year after', S: 'year after' },
  ...{ R: null, RM: 'while met', RQ: null, Q: null },
};

/** Until that day, 200 transactions were enough. */
const or200 = (until: string) => ({ until, count: ['or', 200] as const });

const or = (transactions: number) => ({ count: ['or', transactions] as const });

/**
 * DE, MT, NH and OR have no general sales tax. First days, amounts and measuring periods: the source of each row; which sales count:
 * docs.stripe.com, “Collect tax in …” (2026-09-29), where the row's source does not say; the days on which states stopped counting
 * transactions, and from which day to collect: the same and salestaxinstitute.com, sovos.com and avalara.com (2018 to 2025).
 * Earlier rules are not complete: docs/thresholds.md, where sources differ.
 */
const table: Readonly<Record<TaxedState, Row>> = {
  AK: {
    ...{ sales: 100_000, by: '>=', period: 'C', basis: 'G', since: '2020-04-01', collects: null, ends: null },
    earlier: [or200('2025-01-01')],
  },
  AL: { sales: 250_000, by: '>', period: 'P', basis: 'P', since: '2018-10-01', collects: 'January 1' },
  AR: { sales: 100_000, by: '>', ...or(201), period: 'C', basis: 'T', since: '2019-07-01', collects: 'next sale' },
  AZ: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'G', since: '2019-10-01', collects: 'month after 30 days' },
    earlier: [
      { until: '2020-01-01', sales: 200_000 },
      { until: '2021-01-01', sales: 150_000 },
    ],
  },
  CA: { sales: 500_000, by: '>', period: 'C', basis: 'PW', since: '2019-04-01', collects: 'next sale' },
  CO: { sales: 100_000, by: '>', period: 'C', basis: 'R', since: '2019-06-01', collects: 'month after 90 days' },
  CT: {
    ...{ sales: 100_000, by: '>=', count: ['and', 200], period: 'S', basis: 'R', since: '2018-12-01' },
    ...{ collects: 'October 1', differ: ['marketplace sales'] },
    earlier: [{ until: '2019-07-01', sales: 250_000, basis: 'P' }],
  },
  DC: { sales: 100_000, by: '>', ...or(201), period: 'C', basis: 'R', since: '2019-01-01', collects: 'next sale' },
  FL: { sales: 100_000, by: '>', period: 'P', basis: 'TP', since: '2021-07-01', collects: 'January 1' },
  GA: {
    ...{ sales: 100_000, by: '>', ...or(200), period: 'C', basis: 'P', since: '2019-01-01', collects: 'next sale' },
    earlier: [{ until: '2020-01-01', sales: 250_000 }],
  },
  HI: { sales: 100_000, by: '>=', ...or(200), period: 'C', basis: 'G', since: '2018-07-01', collects: '1st month' },
  IA: {
    ...{ sales: 100_000, by: '>=', period: 'C', basis: 'G', since: '2019-01-01', collects: 'month after 30 days' },
    earlier: [or200('2019-07-01')],
  },
  ID: { sales: 100_000, by: '>', period: 'C', basis: 'G', since: '2019-06-01', collects: 'next sale' },
  IL: {
    ...{ sales: 100_000, by: '>=', period: 'RQ', basis: 'P', since: '2018-10-01', collects: 'next quarter' },
    ...{ ends: 'one year', earlier: [or200('2026-01-01')] },
  },
  IN: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'G', since: '2018-10-01', collects: 'next sale' },
    earlier: [or200('2024-01-01')],
  },
  KS: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'GT', since: '2021-07-01', collects: 'next sale' },
    countsSalesFrom: '2021-01-01',
  },
  KY: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'G', since: '2018-10-01', collects: 'month within 60 days' },
    earlier: [{ ...or200('2021-07-01'), collects: 'month within 30 days' }, or200('2026-08-01')],
    differ: ['which sales count'],
  },
  LA: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'R', since: '2020-07-01', collects: '60 days' },
    earlier: [{ ...or200('2023-08-01'), basis: 'G' }],
    differ: ['which sales count'],
  },
  MA: { sales: 100_000, by: '>', period: 'C', basis: 'G', since: '2019-10-01', collects: '3rd month' },
  MD: {
    ...{ sales: 100_000, by: '>', ...or(200), period: 'C', basis: 'GT', since: '2018-10-01', collects: '1st month' },
    countsSalesFrom: '2018-10-01',
  },
  ME: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'GT', since: '2018-07-01', collects: 'month after 30 days' },
    earlier: [or200('2022-01-01')],
  },
  MI: { sales: 100_000, by: '>', ...or(200), period: 'P', basis: 'G', since: '2018-10-01', collects: 'January 1' },
  MN: {
    ...{ sales: 100_000, by: '>', ...or(200), period: 'R', basis: 'RT', since: '2018-10-01' },
    ...{ collects: 'month within 60 days', differ: ['measuring period'] },
    earlier: [{ until: '2019-10-01', ...or(100), minTransactions: 10 }],
  },
  MO: {
    ...{ sales: 100_000, by: '>', period: 'RQ', basis: 'TP', since: '2023-01-01' },
    ...{ collects: '3 months after the quarter', ends: '12 months, then while met' },
  },
  MS: {
    ...{ sales: 250_000, by: '>', period: 'R', basis: 'G', since: '2018-09-01', collects: 'next sale' },
    earlier: [{ until: '2020-07-01', marketplace: true }],
  },
  NC: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'G', since: '2018-11-01', collects: 'next sale' },
    // Directive SD-18-6 was of 2018.
    earlier: [{ ...or200('2019-01-01'), collects: '60 days' }, or200('2024-07-01')],
    differ: ['collect-from day'],
  },
  ND: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'T', since: '2018-10-01', collects: '60 days or January 1' },
    // The statute stopped counting on 2018-12-31, its Commissioner half a year later.
    earlier: [or200('2019-07-01')],
  },
  NE: { sales: 100_000, by: '>', ...or(200), period: 'C', basis: 'R', since: '2019-01-01', collects: '2nd month' },
  NJ: {
    ...{ sales: 100_000, by: '>', ...or(200), period: 'C', basis: 'GT', since: '2018-11-01', collects: '30 days' },
    // A bill of 2024 (S3604) ends the count; whether it became law is not known.
    differ: ['collect-from day'],
  },
  NM: { sales: 100_000, by: '>=', period: 'P', basis: 'T', since: '2019-07-01', collects: 'January 1' },
  NV: {
    ...{ sales: 100_000, by: '>', ...or(200), period: 'C', basis: 'P', since: '2018-11-01' },
    collects: 'month after 30 days',
  },
  NY: {
    ...{ sales: 500_000, by: '>', count: ['and', 101], period: 'Q', basis: 'PW', since: '2018-06-21' },
    ...{ collects: '50 days after the quarter', differ: ['marketplace sales'] },
  },
  OH: { sales: 100_000, by: '>', ...or(200), period: 'C', basis: 'RT', since: '2019-08-01', collects: 'next day' },
  OK: { sales: 100_000, by: '>=', period: 'C', basis: 'TP', since: '2019-11-01', collects: '1st month' },
  PA: {
    ...{ sales: 100_000, by: '>', period: 'P', basis: 'G', since: '2019-07-01', collects: 'April 1' },
    differ: ['marketplace sales', 'whether the amount itself is enough'],
  },
  PR: {
    ...{ sales: 100_000, by: '>', ...or(200), period: 'C', basis: 'GT', since: '2021-01-01' },
    ...{ collects: null, ends: null },
    differ: ['measuring period', 'whether the amount itself is enough'],
  },
  RI: { sales: 100_000, by: '>=', ...or(200), period: 'P', basis: 'GT', since: '2019-07-01', collects: 'January 1' },
  SC: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'G', since: '2018-11-01', collects: '2nd month' },
    differ: ['marketplace sales'],
  },
  SD: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'G', since: '2018-11-01', collects: 'next sale' },
    // A bill of 2025 (SB 43) gives the first month that begins at least 30 days after; whether it became law is not known.
    earlier: [or200('2023-07-01')],
    differ: ['collect-from day'],
  },
  TN: {
    ...{ sales: 100_000, by: '>', period: 'R', basis: 'R', since: '2019-10-01', collects: '3rd month' },
    // RS-3 writes “exceeding”, RS-1 “or more”.
    differ: ['whether the amount itself is enough'],
    earlier: [{ until: '2020-10-01', sales: 500_000 }],
  },
  TX: { sales: 500_000, by: '>=', period: 'RM', basis: 'G', since: '2019-10-01', collects: '4th month' },
  UT: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'G', since: '2019-01-01', collects: 'next sale' },
    earlier: [or200('2025-07-01')],
  },
  VA: { sales: 100_000, by: '>', ...or(200), period: 'C', basis: 'RT', since: '2019-07-01', collects: 'next sale' },
  VT: {
    ...{ sales: 100_000, by: '>=', ...or(200), period: 'RQ', basis: 'G', since: '2018-07-01' },
    // The statute's windows end with any month; the Department looks at quarters.
    ...{ collects: 'month after 30 days after the quarter', differ: ['measuring period'] },
  },
  WA: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'G', since: '2018-10-01', collects: 'month after 30 days' },
    earlier: [
      { ...or200('2019-03-14'), basis: 'R' },
      { until: '2020-01-01', basis: 'R' },
    ],
  },
  WI: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'G', since: '2018-10-01', collects: 'next sale' },
    earlier: [or200('2021-02-20')],
  },
  WV: {
    ...{ sales: 100_000, by: '>=', ...or(200), period: 'C', basis: 'G', since: '2019-01-01', collects: 'next sale' },
    // The state's page still names the notice of 2018, which excepts “$100,000 or less”.
    ...{ differ: ['whether the amount itself is enough'], earlier: [{ until: '2019-07-01', by: '>' }] },
  },
  WY: {
    ...{ sales: 100_000, by: '>', period: 'C', basis: 'G', since: '2019-02-01', collects: 'next sale' },
    earlier: [or200('2024-07-01')],
  },
};

const toRule = (
  from: string,
  { sales, by, count, minTransactions = 0, period, basis, marketplace, collects, ends }: Terms,
): NexusRule => ({
  from,
  sales,
  transactions: count?.[1] ?? null,
  needsBoth: count?.[0] === 'and',
  isReachedAtAmount: by === '>=',
  minTransactions,
  period: periods[period],
  countsExemptSales: withExempt(basis),
  countsResale: withResale.has(basis),
  countsMarketplaceSales: marketplace ?? null,
  collects,
  ends: ends === undefined ? usualEnd[period] : ends,
});

const toThreshold = (state: TaxedState, row: Row): NexusThreshold => {
  const { since, earlier = [], countsSalesFrom = null, differ = [] } = row;
  const firstDays = [since, ...earlier.map(({ until }) => until)];
  const [first, ...later] = [...earlier.map((one): Terms => ({ ...row, ...one })), row];
  return {
    rules: [toRule(since, first), ...later.map((terms, index) => toRule(firstDays[index + 1] ?? since, terms))],
    countsSalesFrom,
    disagreements: differ,
    source: nexusSources[state],
  };
};

/**
 * The thresholds by the two-letter code of a state, of DC or of PR. An indication, not legal advice.
 *
 * @example
 * nexusThresholds['TX'] // { rules: [{ sales: 500000, transactions: null, period: '12 calendar months', collects: '4th month', … }], … }
 */
export const nexusThresholds: Readonly<Record<string, NexusThreshold>> = mapWithIndex(toThreshold)(table);
