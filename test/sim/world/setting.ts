import type { Dice } from '../kernel/dice.ts';
import type { Dialect } from '../../support/dialects/dialect.ts';
import { dialectFor } from './service/dialect-for.ts';
import type { CursorKind } from './service/service.ts';
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

/** How a world is built: what stays the same for as long as it lives. */
export interface Setting {
  /** In the order of the configuration. */
  readonly storefronts: readonly ('east' | 'west' | 'billing')[];
  /** Where each of them keeps its days. */
  readonly zoneOf: Readonly<Record<'east' | 'west' | 'billing', Zone>>;
  readonly refunds: 'report' | 'send';
  readonly additions: 'report' | 'send';
  /** How shops are read. */
  readonly reading: 'pages' | 'bulk';
  /** For how many orders each of a shop's counts: months of a shop with very many are read in short windows. */
  readonly countedAs: number;
  /** Orders and charges that each storefront has when it begins. */
  readonly old: number;
  /** And those that come while it lives. */
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
  /** While a person lets the history rest. */
  readonly rests: readonly Span[];
  /** While the service is wholly down, in milliseconds from the beginning; null when it never is. */
  readonly outage: { readonly from: number; readonly until: number } | null;
}

const someStorefronts = (dice: Dice): Setting['storefronts'] =>
  dice.pick([
    ['east'],
    ['billing'],
    ['east', 'west'],
    ['east', 'billing'],
    ['billing', 'east'],
    ['west', 'billing', 'east'],
  ]);

/** Draws a setting. */
export const drawSetting = (dice: Dice): Setting => {
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
  const skew = (): number => (doClocksAgree || dice.chance(0.3) ? 0 : dice.int(-600_000, 600_000));
  const drawn: Omit<Setting, 'dialect'> = {
    storefronts: someStorefronts(dice),
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
    outage: dice.chance(0.2) ? { from: outageFrom, until: outageFrom + dice.int(60_000, 280_000) } : null,
  };
  return { ...drawn, dialect: dialectFor(dice.fork('dialect'), { ...drawn, pageSize: drawn.servicePageSize }) };
};
