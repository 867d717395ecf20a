import { defaultConcurrency } from '../src/app/configuration/service-settings.ts';
import type { BlocksPlan } from './blocks/compare-blocks.ts';
import type { FleetPlan } from './fleet/compare-fleet.ts';
import type { BooksPlan } from './store/compare-stores.ts';
import type { WindowsPlan } from './stripe/compare-windows.ts';
import { fullIntake, quickIntake } from './webhooks/intake-plans.ts';
import type { IntakePlan } from './webhooks/measure-intake.ts';
import type { BackfillPlan } from './workers/backfill.ts';

/** How much is measured. */
export interface Plan {
  /** Rounds in which the candidates take turns; the median counts. */
  readonly rounds: number;
  /** Orders that come first, unmeasured, so that code is compiled when the clock starts. */
  readonly warmUp: number;
  readonly measured: number;
  /** The two histories whose memory is compared. */
  readonly few: number;
  readonly many: number;
  readonly mappingRounds: number;
  readonly bulk: { readonly orders: number; readonly rounds: number; readonly sizes: readonly number[] };
  readonly books: BooksPlan;
  readonly windows: WindowsPlan;
  readonly workers: BackfillPlan & {
    readonly rounds: number;
    /** With a job queue of so many; each is measured for `seconds` at most. */
    readonly storefronts: readonly number[];
    readonly seconds: number;
  };
  readonly intake: IntakePlan;
  /** Of the service's list, in the sync database, while sales are looked up. */
  readonly names: number;
  /** Of the Stripe account that a peer mirrors. */
  readonly peerSales: number;
  readonly fleet: FleetPlan;
  /** Of the account that the screen shows. */
  readonly screenSales: number;
  readonly blocks: BlocksPlan;
}

const fullFleet: FleetPlan = {
  sizes: [10, 1_000, 10_000],
  busy: 10_000,
  accounts: 1_000,
  sick: 10,
  idleSeconds: 60,
  seconds: 20,
  syncs: 100,
  deliveriesPerSecond: 10,
  rounds: 3,
};

export const fullPlan: Plan = {
  rounds: 5,
  warmUp: 10_000,
  measured: 20_000,
  few: 10_000,
  many: 200_000,
  mappingRounds: 61,
  bulk: { orders: 20_000, rounds: 5, sizes: [10_000, 200_000] },
  books: { rows: 20_000, pageSize: 100, rounds: 3 },
  windows: { sales: 3_000, rounds: 3 },
  workers: { orders: 6_000, latency: 20, concurrency: 4, rounds: 3, storefronts: [100, 1_000, 10_000], seconds: 60 },
  intake: fullIntake,
  names: 1_000_000,
  peerSales: 10_000,
  fleet: fullFleet,
  screenSales: 5_000_000,
  blocks: { sales: [20_000, 200_000], synced: [20_000], charged: [5_000] },
};

/** What takes the better part of an hour more. */
export const longPlan: Plan = {
  ...fullPlan,
  bulk: { ...fullPlan.bulk, sizes: [10_000, 200_000, 2_000_000] },
  names: 10_000_000,
  blocks: { sales: [20_000, 200_000], synced: [20_000, 200_000], charged: [20_000] },
};

export const quickPlan: Plan = {
  rounds: 3,
  warmUp: 5_000,
  measured: 5_000,
  few: 5_000,
  many: 20_000,
  mappingRounds: 21,
  bulk: { orders: 5_000, rounds: 3, sizes: [10_000, 50_000] },
  books: { rows: 3_000, pageSize: 100, rounds: 3 },
  windows: { sales: 600, rounds: 1 },
  workers: { orders: 2_000, latency: 20, concurrency: 4, rounds: 1, storefronts: [100, 1_000], seconds: 10 },
  intake: quickIntake,
  names: 100_000,
  peerSales: 1_000,
  fleet: { ...fullFleet, sizes: [10, 10_000], idleSeconds: 5, seconds: 5, rounds: 1 },
  screenSales: 200_000,
  blocks: { sales: [20_000], synced: [5_000], charged: [1_000] },
};

/** Requests of a bare loop that are under way at the same time. */
export const bareConcurrency = 32;
/** Pushes of ours that may be, as the configuration has it; how many are is found out. */
export const concurrency = defaultConcurrency;
