import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Logger } from '../../src/domain/environment.ts';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import type { SyncStore } from '../../src/domain/sync-store.ts';
import type { Run, ReportLine, RunRequest } from '../../src/domain/run.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { SourceResult } from '../../src/mapping/source-connector.ts';
import { memoryStore } from './memory-store.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import type { SyncPorts } from '../../src/pipeline/ports.ts';
import type { Report } from '../../src/reconcile/report.ts';
import { readReport } from '../../src/reconcile/read-report.ts';
import { aSale } from './a-sale.ts';
import { type MemoryTaxService, memoryTaxService, type MemoryTaxServiceOptions } from './memory-tax-service.ts';
import { right } from './right.ts';
import { scriptedConnector, type Script } from './scripted-connector.ts';
import { seededRandom } from './seeded-random.ts';
import { type VirtualClock, virtualClock } from './virtual-clock.ts';

export const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export const request: RunRequest = {
  storefronts: ['us-store'],
  range: { from: '2026-02-01', to: '2026-02-28' },
  dryRun: false,
};

/** Ordinary sales of one shop, numbered from `first`; each has an id, a number and its own total. */
export const sales = (count: number, first = 1): readonly Sale[] =>
  Array.from({ length: count }, (_, index) => {
    const n = first + index;
    const { identity, lines } = aSale();
    return aSale({
      identity: { ...identity, recordId: String(9_000 + n), number: `#${n}` },
      lines: lines.map((line) => ({ ...line, listed: 10_000n + BigInt(n) })),
    });
  });

/** Entries in pages of a size. */
export const paged = (
  entries: readonly (SourceResult | Sale)[],
  size: number,
): readonly (readonly SourceResult[])[] => {
  const all = entries.map((one): SourceResult => ('_tag' in one ? one : E.right(one)));
  return Array.from({ length: Math.max(1, Math.ceil(all.length / size)) }, (_, page) =>
    all.slice(page * size, (page + 1) * size),
  );
};

export const transactionId = (recordId: string): string => `shopify:548380009:${recordId}`;

export interface Sync {
  readonly clock: VirtualClock;
  readonly store: SyncStore;
  readonly world: MemoryTaxService;
  readonly ports: SyncPorts;
  readonly run: (differences?: Partial<RunRequest>) => ReturnType<ReturnType<ReturnType<typeof historicalSync>>>;
  /** Runs to a Right and gives the run. */
  readonly finish: (differences?: Partial<RunRequest>) => Promise<Run>;
  readonly report: () => Promise<Report>;
  readonly entries: () => Promise<readonly ReportLine[]>;
}

export interface SyncOptions {
  readonly script: Script;
  readonly policy?: Partial<Policy>;
  readonly service?: Omit<MemoryTaxServiceOptions, 'clock'>;
  readonly ports?: Partial<SyncPorts>;
  readonly store?: SyncStore;
  readonly clock?: VirtualClock;
  readonly world?: MemoryTaxService;
  readonly seed?: number;
}

let runs = 0;

/** A whole sync in memory: a scripted shop, the service and the sync database, under a virtual clock. */
export const aSync = (options: SyncOptions): Sync => {
  const { script, policy, service, seed = 1 } = options;
  const clock = options.clock ?? virtualClock();
  const store = options.store ?? memoryStore();
  const world = options.world ?? memoryTaxService({ clock, ...service });
  const ports: SyncPorts = {
    storefronts: { 'us-store': { connector: scriptedConnector(script), policy: { ...defaultPolicy, ...policy } } },
    service: world.service,
    store,
    reviews: 'reviews' in store ? (store as SyncDatabase).reviews : memoryStore().reviews,
    clock,
    random: seededRandom(seed),
    log: silent,
    newRunId: () => `run-${(runs += 1)}`,
    requestsPerMinute: O.none,
    concurrency: 4,
    report: () => undefined,
    isInterrupted: () => false,
    owner: 'this process',
    isGone: () => true,
    crashPoint: () => undefined,
    ...options.ports,
  };
  const run: Sync['run'] = (differences = {}) => clock.run(historicalSync(ports)({ ...request, ...differences }));
  const report = async (): Promise<Report> => {
    const found = right(await readReport({ store, reviewUrl: null })(O.none)());
    if (O.isNone(found)) throw new Error('there is no run to report');
    return found.value;
  };
  return {
    clock,
    store,
    world,
    ports,
    run,
    finish: async (differences) => right(await run(differences)),
    report,
    entries: async () => {
      const { runId } = await report();
      return right(await store.findLines(runId, {}, { after: O.none, limit: 1_000 })()).lines;
    },
  };
};
