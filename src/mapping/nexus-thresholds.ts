/** How much is enough. */
export interface ThresholdAmounts {
  /** Whole US dollars of sales. */
  readonly sales: number;
  /** Number of transactions; null where only sales count. */
  readonly transactions: number | null;
  /** Both must be reached. Otherwise either is enough. */
  readonly needsBoth: boolean;
}

/** When a state makes a seller without a presence register: its economic nexus threshold, at present. */
export interface NexusThreshold extends ThresholdAmounts {
  /** What was enough in earlier years, oldest first. `until`: the first day of the next amounts. */
  readonly earlier: readonly (ThresholdAmounts & { readonly until: string })[];
  /** Reached at the amount itself; otherwise just above it. */
  readonly isReachedAtAmount: boolean;
  readonly period: MeasuringPeriod;
  /** Sales to exempt buyers count. */
  readonly countsExemptSales: boolean;
  /** Sales for resale count. */
  readonly countsResale: boolean;
  /** First day of the law, `YYYY-MM-DD`. */
  readonly since: string;
  readonly source: ThresholdSource;
}

/** Where the present threshold of a state was read. */
export interface ThresholdSource {
  readonly name: string;
  /** The day of the copy that was read, `YYYY-MM-DD`; if it states none, the day on which it was read. */
  readonly on: string;
}

/**
 * Over which time sales are added up.
 *
 * - `calendar year`: the current or the previous one
 * - `previous calendar year`: the duty begins with the next one
 * - `12 months`: any, to the day
 * - `four quarters`: the last four of New York's sales tax quarters, which begin in March, June, September and December
 * - `year to September`: 12 months that end on September 30
 */
export type MeasuringPeriod =
  | 'calendar year'
  | 'previous calendar year'
  | '12 months'
  | 'four quarters'
  | 'year to September';

/** The day on which the table was last compared with its sources. */
export const thresholdsReviewedOn = '2026-11-24';

const sources = {
  law: { name: 'state page or statute, by eregister_v2', on: '2026-10-02' },
  stripe: { name: 'docs.stripe.com, “Collect tax in …”', on: '2026-09-29' },
  firm: { name: 'docs.stripe.com and pscpa.com', on: thresholdsReviewedOn },
  alaska: { name: 'arsstc.org and Avalara', on: '2024-11-19' },
  puertoRico: { name: 'sovos.com and pwc.com', on: thresholdsReviewedOn },
} as const;

const periods = {
  C: 'calendar year',
  P: 'previous calendar year',
  R: '12 months',
  Q: 'four quarters',
  S: 'year to September',
} as const;

/**
 * `G` gross; `R` retail, with exempt sales and services; `RT` retail goods and taxable services; `P` goods, with exempt ones; `PW`
 * these and resale; `GT` goods, taxable services and resale; `T` taxable sales; `TP` taxable goods.
 */
type Basis = 'G' | 'R' | 'RT' | 'P' | 'PW' | 'GT' | 'T' | 'TP';

const withResale: ReadonlySet<Basis> = new Set(['G', 'PW', 'GT']);

type Transactions = `${'either' | 'both'} ${number}`;

/**
 * The present thresholds; `ended` has those of earlier years. DE, MT, NH and OR have no general sales tax.
 *
 * `law`: state pages and statutes cited by major-robertson/eregister_v2. The basis is always from docs.stripe.com, the first days
 * of AL, AZ and TN from CPA firms. Sources disagree about the basis of KY and LA, and about the period of PR. AR and NY count
 * more than 200 and 100 transactions, so at least 201 and 101.
 */
const table: Readonly<
  Record<
    string,
    readonly [
      sales: number,
      transactions: Transactions | null,
      period: keyof typeof periods,
      basis: Basis,
      since: string,
      source: keyof typeof sources,
    ]
  >
> = {
  AK: [100_000, null, 'C', 'G', '2020-04-01', 'alaska'],
  AL: [250_000, null, 'P', 'P', '2018-10-01', 'firm'],
  AR: [100_000, 'either 201', 'C', 'T', '2019-07-01', 'law'],
  AZ: [100_000, null, 'C', 'G', '2019-10-01', 'law'],
  CA: [500_000, null, 'C', 'PW', '2019-04-01', 'law'],
  CO: [100_000, null, 'C', 'R', '2019-06-01', 'law'],
  CT: [100_000, 'both 200', 'S', 'R', '2018-12-01', 'stripe'],
  DC: [100_000, 'either 200', 'C', 'R', '2019-01-01', 'law'],
  FL: [100_000, null, 'P', 'TP', '2021-07-01', 'law'],
  GA: [100_000, 'either 200', 'C', 'P', '2019-01-01', 'law'],
  HI: [100_000, 'either 200', 'C', 'G', '2018-07-01', 'law'],
  IA: [100_000, null, 'C', 'G', '2019-01-01', 'stripe'],
  ID: [100_000, null, 'C', 'G', '2019-06-01', 'law'],
  IL: [100_000, null, 'R', 'P', '2018-10-01', 'law'],
  IN: [100_000, null, 'C', 'G', '2018-10-01', 'law'],
  KS: [100_000, null, 'C', 'GT', '2021-07-01', 'law'],
  KY: [100_000, null, 'C', 'G', '2018-10-01', 'law'],
  LA: [100_000, null, 'C', 'R', '2020-07-01', 'law'],
  MA: [100_000, null, 'C', 'G', '2019-10-01', 'law'],
  MD: [100_000, 'either 200', 'C', 'GT', '2018-10-01', 'law'],
  ME: [100_000, null, 'C', 'GT', '2018-07-01', 'law'],
  MI: [100_000, 'either 200', 'P', 'G', '2018-10-01', 'law'],
  MN: [100_000, 'either 200', 'R', 'RT', '2018-10-01', 'law'],
  MO: [100_000, null, 'R', 'TP', '2023-01-01', 'law'],
  MS: [250_000, null, 'R', 'G', '2018-09-01', 'stripe'],
  NC: [100_000, null, 'C', 'G', '2018-11-01', 'law'],
  ND: [100_000, null, 'C', 'T', '2018-10-01', 'stripe'],
  NE: [100_000, 'either 200', 'C', 'R', '2019-01-01', 'stripe'],
  NJ: [100_000, 'either 200', 'C', 'GT', '2018-11-01', 'law'],
  NM: [100_000, null, 'P', 'T', '2019-07-01', 'law'],
  NV: [100_000, 'either 200', 'C', 'P', '2018-10-01', 'stripe'],
  NY: [500_000, 'both 101', 'Q', 'PW', '2018-06-21', 'law'],
  OH: [100_000, 'either 200', 'C', 'RT', '2019-08-01', 'law'],
  OK: [100_000, null, 'C', 'TP', '2019-11-01', 'law'],
  PA: [100_000, null, 'P', 'G', '2019-07-01', 'law'],
  PR: [100_000, 'either 200', 'C', 'GT', '2021-01-01', 'puertoRico'],
  RI: [100_000, 'either 200', 'P', 'GT', '2019-07-01', 'law'],
  SC: [100_000, null, 'C', 'G', '2018-11-01', 'law'],
  SD: [100_000, null, 'C', 'G', '2018-11-01', 'law'],
  TN: [100_000, null, 'R', 'R', '2019-10-01', 'law'],
  TX: [500_000, null, 'R', 'G', '2019-10-01', 'law'],
  UT: [100_000, null, 'C', 'G', '2019-01-01', 'stripe'],
  VA: [100_000, 'either 200', 'C', 'RT', '2019-07-01', 'law'],
  VT: [100_000, 'either 200', 'R', 'G', '2018-07-01', 'law'],
  WA: [100_000, null, 'C', 'G', '2018-10-01', 'law'],
  WI: [100_000, null, 'C', 'G', '2018-10-01', 'law'],
  WV: [100_000, 'either 200', 'C', 'G', '2019-01-01', 'law'],
  WY: [100_000, null, 'C', 'G', '2019-02-01', 'stripe'],
};

/**
 * Amounts that were in force on or after the first day of the law, oldest first, each with the first day of the next ones. Measuring
 * periods and the sales that count are those of today.
 *
 * Sources: as above, Avalara and Sales Tax Institute for the days on which states stopped counting transactions.
 */
const ended: Readonly<
  Record<string, readonly (readonly [until: string, sales: number, transactions: Transactions | null])[]>
> = {
  AK: [['2025-01-01', 100_000, 'either 200']],
  AZ: [
    ['2020-01-01', 200_000, null],
    ['2021-01-01', 150_000, null],
  ],
  CT: [['2019-07-01', 250_000, 'both 200']],
  GA: [['2020-01-01', 250_000, 'either 200']],
  IA: [['2019-05-03', 100_000, 'either 200']],
  IL: [['2026-01-01', 100_000, 'either 200']],
  IN: [['2024-01-01', 100_000, 'either 200']],
  KY: [['2026-08-01', 100_000, 'either 200']],
  LA: [['2023-08-01', 100_000, 'either 200']],
  ME: [['2022-01-01', 100_000, 'either 200']],
  NC: [['2024-07-01', 100_000, 'either 200']],
  ND: [['2018-12-31', 100_000, 'either 200']],
  NY: [['2019-06-24', 300_000, 'both 101']],
  SD: [['2023-07-01', 100_000, 'either 200']],
  TN: [['2020-10-01', 500_000, null]],
  UT: [['2025-07-01', 100_000, 'either 200']],
  WA: [['2019-03-14', 100_000, 'either 200']],
  WI: [['2021-02-20', 100_000, 'either 200']],
  WY: [['2024-07-01', 100_000, 'either 200']],
};

/** "Meets or exceeds"; the others say "exceeds". */
const reachedAtAmount: ReadonlySet<string> = new Set(['AK', 'CT', 'HI', 'IL', 'NM', 'OK', 'PA', 'RI', 'TX', 'VT']);

const amountsOf = (sales: number, transactions: Transactions | null): ThresholdAmounts => ({
  sales,
  transactions: transactions === null ? null : Number(transactions.split(' ')[1]),
  needsBoth: transactions?.startsWith('both') === true,
});

/**
 * The thresholds by the two-letter code of a state, of DC or of PR. An indication, not legal advice.
 *
 * @example
 * nexusThresholds['TX'] // { sales: 500000, transactions: null, period: '12 months', … }
 */
export const nexusThresholds: Readonly<Record<string, NexusThreshold>> = Object.fromEntries(
  Object.entries(table).map(([state, [sales, transactions, period, basis, since, source]]) => [
    state,
    {
      ...amountsOf(sales, transactions),
      earlier: (ended[state] ?? []).map(([until, ...amounts]) => ({ until, ...amountsOf(...amounts) })),
      isReachedAtAmount: reachedAtAmount.has(state),
      period: periods[period],
      countsExemptSales: basis !== 'T' && basis !== 'TP',
      countsResale: withResale.has(basis),
      since,
      source: sources[source],
    },
  ]),
);

/** What was enough on a day, `YYYY-MM-DD`. */
export const amountsOn = (threshold: NexusThreshold, day: string): ThresholdAmounts =>
  threshold.earlier.find(({ until }) => day < until) ?? threshold;
