import * as t from 'io-ts';
import { decodeAs } from '../../src/domain/decode.ts';

/** What a measured process is to do. */
export const FleetTask = t.type(
  {
    /** `idle`: does nothing. `busy`: receives webhooks while historical syncs run. `sick`: some accounts misbehave. */
    kind: t.keyof({ idle: null, busy: null, sick: null }),
    storefronts: t.number,
    /** Of which each has the same number of storefronts. */
    accounts: t.number,
    /** The sync database, as the option `state` takes it. */
    state: t.string,
    /** Of the service. */
    origin: t.string,
    /** Of each measured phase. */
    seconds: t.number,
    /** Historical syncs at work, each of another storefront and account. */
    syncs: t.number,
    /** Webhooks, evenly over each second. */
    deliveriesPerSecond: t.number,
    /** Accounts that misbehave in every other phase. */
    sick: t.number,
    /** Pairs of phases of `sick`. */
    rounds: t.number,
  },
  'FleetTask',
);
export type FleetTask = t.TypeOf<typeof FleetTask>;
export const decodeTask = decodeAs(FleetTask);

/** From a delivery to the commit of what became of it, in milliseconds. */
const Latency = t.type({ count: t.number, p50: t.number, p99: t.number, max: t.number }, 'Latency');
export type Latency = t.TypeOf<typeof Latency>;

export const FleetResult = t.type(
  {
    /** Of `start`, in milliseconds. */
    startMs: t.number,
    /** Statements to the sync database a second, but for those that begin and end transactions. */
    queriesPerSecond: t.number,
    /** Of one core, in percent. */
    cpuPercent: t.number,
    rssMb: t.number,
    /** The most connections of this process that the database server saw; 0 for a file. */
    connections: t.number,
    /** One for each phase. */
    latencies: t.readonlyArray(Latency),
    /** Sales of the historical syncs that were committed in the measured time. */
    synced: t.number,
  },
  'FleetResult',
);
export type FleetResult = t.TypeOf<typeof FleetResult>;
export const decodeResult = decodeAs(FleetResult);
