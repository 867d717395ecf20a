import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import type { ReportLine } from '../../src/domain/run.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { memoryStore } from './memory-store.ts';
import type { SyncPorts } from '../../src/pipeline/ports.ts';
import { type LiveWorker, liveWorker } from '../../src/live/live-worker.ts';
import type { LiveEvent } from '../../src/live/live-ports.ts';
import type { OneAccountPorts } from '../../src/live/live-ports.ts';
import { aLiveShop, type LiveShop } from './a-live-shop.ts';
import { sales, silent } from './a-sync.ts';
import { type MemoryTaxService, memoryTaxService, type MemoryTaxServiceOptions } from './memory-tax-service.ts';
import { right } from './right.ts';
import { seededRandom } from './seeded-random.ts';
import { type VirtualClock, virtualClock } from './virtual-clock.ts';

export interface LiveWorld {
  readonly clock: VirtualClock;
  readonly store: SyncDatabase;
  readonly service: MemoryTaxService;
  readonly shops: Readonly<Record<string, LiveShop>>;
  /** The first shop. */
  readonly shop: LiveShop;
  readonly ports: OneAccountPorts;
  readonly worker: LiveWorker;
  readonly events: readonly LiveEvent[];
  /** Another live worker over the same world, such as that of another process or of the next start. */
  readonly another: (differences?: Partial<OneAccountPorts>) => LiveWorker;
  /** A webhook about a record. */
  readonly deliver: (recordId: string, deliveryId: string, storefront?: string) => Promise<void>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Starts the live worker, does the work, and stops it. */
  readonly live: (work: () => Promise<void>) => Promise<void>;
  /** Of the live run of a storefront. */
  readonly entries: (storefront?: string) => Promise<readonly ReportLine[]>;
}

export interface LiveWorldOptions {
  readonly shops?: Readonly<Record<string, LiveShop>>;
  readonly policy?: Partial<Policy>;
  /** The first day of its storefronts; null leaves it to what was synced. Default: long before any sale. */
  readonly since?: string | null;
  readonly service?: Omit<MemoryTaxServiceOptions, 'clock'>;
  readonly sync?: Partial<SyncPorts>;
  readonly ports?: Partial<OneAccountPorts>;
  readonly clock?: VirtualClock;
  readonly store?: SyncDatabase;
}

/** One ordinary sale, the n-th of its shop. */
export const theSale = (n: number, differences: Partial<Sale> = {}): Sale => {
  const [sale] = sales(1, n);
  if (sale === undefined) throw new Error('there is always one');
  return { ...sale, ...differences };
};

/** A whole app at work in memory, under a virtual clock: shops, the service, the sync database with its inbox, the live worker. */
export const aLiveWorld = (options: LiveWorldOptions = {}): LiveWorld => {
  const clock = options.clock ?? virtualClock();
  const store = options.store ?? memoryStore();
  const service = memoryTaxService({ clock, ...options.service });
  const shops = options.shops ?? { 'us-store': aLiveShop(clock) };
  const [shop] = Object.values(shops);
  if (shop === undefined) throw new Error('a world has a shop');
  const events: LiveEvent[] = [];
  const { since = '1990-01-01' } = options;
  const policy = { ...defaultPolicy, ...options.policy };
  const sync: SyncPorts = {
    storefronts: Object.fromEntries(
      Object.entries(shops).map(([name, { connector }]) => [name, { connector, policy, since }]),
    ),
    service: service.service,
    store,
    reviews: store.reviews,
    clock,
    random: seededRandom(1),
    log: silent,
    newRunId: () => `run-${clock.now()}`,
    requestsPerMinute: O.none,
    concurrency: 4,
    report: () => undefined,
    isInterrupted: () => false,
    owner: 'this process',
    isGone: () => true,
    crashPoint: () => undefined,
    ...options.sync,
  };
  const ports: OneAccountPorts = {
    sync,
    inbox: store.inbox,
    reviews: store.reviews,
    proof: store.proof,
    log: silent,
    schedule: { catchUp: null, reconcile: null },
    idlePollInterval: 15_000,
    onEvent: (event) => void events.push(event),
    ...options.ports,
  };
  const worker = liveWorker(ports);
  const wait = (milliseconds: number): Promise<void> => clock.sleep(milliseconds)();
  return {
    clock,
    store,
    service,
    shops,
    shop,
    ports,
    worker,
    events,
    another: (differences = {}) => liveWorker({ ...ports, ...differences }),
    deliver: async (recordId, deliveryId, storefront = 'us-store') => {
      const receivedAt = instantOfMilliseconds(clock.now());
      right(await store.inbox.receiveDelivery({ storefront, deliveryId, recordId, isDeletion: false, receivedAt })());
      worker.wake();
    },
    wait,
    live: (work) =>
      clock.run(async () => {
        right(await worker.start());
        await work();
        await worker.stop(60_000);
      }),
    entries: async (storefront = 'us-store') =>
      right(await store.findLines(`live:${storefront}`, {}, { after: O.none, limit: 1_000 })()).lines,
  };
};
