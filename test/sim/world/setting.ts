import type { Dice } from '../kernel/dice.ts';
import type { Dialect } from '../../support/dialects/dialect.ts';
import { dialectFor } from './service/dialect-for.ts';
import { type CursorKind, type Refusal, refusals } from './service/service.ts';
import { type Zone, zones } from './zone.ts';

/** Noon in New York, some days after the last day of the history. Milliseconds since 1970. */
export const beginning = Date.UTC(2026, 3, 5, 16);

/** Days of each storefront's own calendar: in America the clocks go forward between them, and a month ends. */
export const historyRange = { from: '2026-02-26', to: '2026-03-31' } as const;

/** A span of time, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export const isWithin = (spans: readonly Span[], at: number): boolean =>
  spans.some(({ from, until }) => at >= from && at < until);

/** How a storefront is synced over the months of a world of months. */
export type Manner = 'monthly' | 'overlapping' | 'in any order' | 'once' | 'live';

/** Months in which sales go on living. */
export interface MonthsSetting {
  readonly platform: 'shopify' | 'stripe';
  readonly manner: Manner;
  /** How many. */
  readonly months: number;
  readonly sales: number;
  /** What changes are sent: all, or those of the default policy. */
  readonly sends: 'all' | 'as by default';
  readonly undoneSales: 'report' | 'send';
  /** Whether someone deletes or changes rows at the service. */
  readonly isSpoilt: boolean;
}

/** How a world is built: what stays the same for as long as it lives. */
export interface Setting {
  /** In the order of the configuration. */
  readonly storefronts: readonly ('east' | 'west' | 'billing')[];
  /** When it begins. Milliseconds since 1970. */
  readonly begins: number;
  /** Null for minutes in which all goes wrong at once. */
  readonly months: MonthsSetting | null;
  /** Where each of them keeps its days. */
  readonly zoneOf: Readonly<Record<'east' | 'west' | 'billing', Zone>>;
  readonly refunds: 'report' | 'send';
  readonly additions: 'report' | 'send';
  readonly disputes: 'report' | 'send';
  readonly undoneSales: 'report' | 'send';
  /** The first day of live work; null where there is none. */
  readonly liveSince: string | null;
  /** How shops are read. */
  readonly reading: 'pages' | 'bulk';
  /** For how many orders each of a shop's counts: months of a shop with very many are read in short windows. */
  readonly countedAs: number;
  /** Orders and charges that each storefront has when it begins. */
  readonly old: number;
  /** And the ones that come while it lives. */
  readonly young: number;
  /** Milliseconds. */
  readonly troubleLasts: number;
  readonly pageSize: number;
  readonly servicePageSize: number;
  readonly cursors: CursorKind;
  /** In what the service differs from others. */
  readonly dialect: Dialect;
  readonly concurrency: number;
  readonly requestsPerMinute: number | null;
  /** Processes that share the sync database. */
  readonly processes: number;
  /** Whether each knows of the others' deaths, as on one machine. */
  readonly areNeighbors: boolean;
  /** By process: what its clock shows beyond the true time, in milliseconds. */
  readonly skews: readonly number[];
  /** Whether the live worker runs by itself, or a host's scheduler ticks it. */
  readonly isTicked: boolean;
  /** Whether platforms bring many webhooks at one moment, instead of each at its own. */
  readonly areWebhooksBunched: boolean;
  readonly hasForeignWriter: boolean;
  /** Whether customers want to be forgotten, and merchants leave. */
  readonly hasErasures: boolean;
  readonly hasRefusals: boolean;
  /** How the service words a refusal of one body. */
  readonly refusal: Refusal;
  /** While a person lets the history rest. */
  readonly rests: readonly Span[];
  /** While the service is wholly down, in milliseconds from the beginning; null when it never is. */
  readonly outage: { readonly from: number; readonly until: number } | null;
}

/** Which worlds are wanted. */
export type Kind = 'months' | 'months of Stripe';

/** How many of the worlds live through months. */
const shareOfMonths = 0.3;

const someStorefronts = (dice: Dice): Setting['storefronts'] =>
  dice.pick([
    ['east'],
    ['billing'],
    ['east', 'west'],
    ['east', 'billing'],
    ['billing', 'east'],
    ['west', 'billing', 'east'],
  ]);

/** A setting of months: what else may go wrong stays, but for what the histories of months do not have. */
const ofMonths = (dice: Dice, drawn: Omit<Setting, 'dialect'>, kind: Kind | null): Omit<Setting, 'dialect'> => {
  const either = dice.pick(['shopify', 'stripe'] as const);
  const platform = kind === 'months of Stripe' ? 'stripe' : either;
  const manner = dice.pick(['monthly', 'monthly', 'overlapping', 'in any order', 'once', 'live'] as const);
  const sends = dice.chance(0.7) ? 'all' : 'as by default';
  const undoneSales = dice.chance(0.3) ? 'send' : 'report';
  const sale = sends === 'all' ? 'send' : 'report';
  return {
    ...drawn,
    storefronts: platform === 'shopify' ? ['east'] : ['billing'],
    zoneOf: { east: zones[0], west: zones[0], billing: zones[0] },
    begins: Date.UTC(2026, 0, 1, 12),
    months: {
      ...{ platform, manner, sends, undoneSales },
      months: dice.int(2, 5),
      sales: dice.int(4, 10),
      isSpoilt: dice.chance(0.3),
    },
    ...{ refunds: sale, disputes: sale, additions: 'send', undoneSales, reading: 'pages' },
    liveSince: manner === 'live' ? '2026-01-01' : null,
    troubleLasts: dice.int(20_000, 90_000),
    ...{ hasForeignWriter: false, hasErasures: false, hasRefusals: false, outage: null, rests: [] },
  };
};

/** Draws a setting. `kind`: of which worlds; null leaves that to chance. */
export const drawSetting = (dice: Dice, kind: Kind | null = null): Setting => {
  const processes = dice.chance(0.5) ? 2 : 1;
  const outageFrom = dice.int(0, 60_000);
  const [plain] = zones;
  const zone = (): Zone => (dice.chance(0.5) ? plain : dice.pick(zones));
  const rest = (): Span => {
    const from = beginning + dice.int(0, 120_000);
    return { from, until: from + dice.int(1_000, 60_000) };
  };
  // Manners towards each other are judged where clocks agree, so that most worlds' do.
  const doClocksAgree = dice.chance(0.7);
  // Between two processes that is ten minutes at most: what the product promises to bear.
  const skew = (): number => (doClocksAgree || dice.chance(0.3) ? 0 : dice.int(-300_000, 300_000));
  const drawn: Omit<Setting, 'dialect'> = {
    storefronts: someStorefronts(dice),
    ...{ begins: beginning, months: null, disputes: 'report', undoneSales: 'report', liveSince: '1990-01-01' },
    zoneOf: { east: zone(), west: zone(), billing: zone() },
    reading: dice.fork('reading').chance(0.5) ? 'bulk' : 'pages',
    countedAs: dice.fork('countedAs').pick([1, 1, 10_000]),
    refunds: dice.chance(0.4) ? 'send' : 'report',
    additions: dice.fork('additions').chance(0.7) ? 'send' : 'report',
    old: dice.int(2, 9),
    young: dice.int(0, 6),
    troubleLasts: dice.int(60_000, 300_000),
    pageSize: dice.int(1, 5),
    servicePageSize: dice.int(2, 12),
    cursors: dice.pick(['offset', 'position']),
    concurrency: dice.int(1, 4),
    requestsPerMinute: dice.chance(0.25) ? dice.int(10, 60) : null,
    processes,
    areNeighbors: dice.chance(0.7),
    skews: [skew(), skew()],
    isTicked: dice.chance(0.5),
    rests: dice.chance(0.3) ? [rest(), rest()] : [],
    areWebhooksBunched: dice.chance(0.3),
    hasForeignWriter: dice.chance(0.4),
    hasErasures: dice.fork('erasures').chance(0.4),
    hasRefusals: dice.chance(0.3),
    refusal: dice.fork('refusal').pick(refusals),
    outage: dice.chance(0.2) ? { from: outageFrom, until: outageFrom + dice.int(60_000, 280_000) } : null,
  };
  const lives = dice.fork('months');
  const all = lives.chance(kind === null ? shareOfMonths : 1) ? ofMonths(lives, drawn, kind) : drawn;
  return { ...all, dialect: dialectFor(dice.fork('dialect'), { ...all, pageSize: all.servicePageSize }) };
};
