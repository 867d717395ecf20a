import { Temporal } from 'temporal-polyfill';
import type { Sale } from '../../src/mapping/sale.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import type { SyncFailure } from '../../src/pipeline/failures.ts';
import type { SyncPorts } from '../../src/pipeline/ports.ts';
import { type NightlyPorts, nightlyProof } from '../../src/reconcile/nightly.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { recentDays, type Reconciliation } from '../../src/reconcile/reconciliation.ts';
import type * as E from 'fp-ts/lib/Either.js';
import { aLiveShop } from './a-live-shop.ts';
import { aLiveWorld, type LiveWorld, theSale } from './a-live-world.ts';
import { request, transactionId } from './a-sync.ts';
import type { MemoryTaxServiceOptions } from './memory-tax-service.ts';
import { right } from './right.ts';
import { virtualClock } from './virtual-clock.ts';

const oneNight = 24 * 60 * 60_000;
const firstDay = '2026-02-01';
export const syncedRange = { from: firstDay, to: '2026-03-31' };

export const dayAt = (index: number): string => Temporal.PlainDate.from(firstDay).add({ days: index }).toString();

/** A sale of the n-th record on one of the days of the range. */
export const saleOn = (n: number, day: number, differences: Partial<Sale> = {}): Sale =>
  theSale(n, { occurredAt: `${dayAt(day)}T17:00:00Z`, ...differences });

export const dearer = (sale: Sale): Sale => ({
  ...sale,
  lines: sale.lines.map((line) => ({ ...line, listed: line.listed + 500n })),
});

export const idOf = (n: number): string => transactionId(String(9_000 + n));

/** Worlds in which processes that hold a lease are alive. */
export const alive: Partial<SyncPorts> = { isGone: () => false };

/** A shop with one sale on each of 59 days in turn, all of which were sent. */
export const synced = async (
  count: number,
  service: Omit<MemoryTaxServiceOptions, 'clock'> = {},
  dayOf: (n: number) => number = (n) => n % 59,
): Promise<LiveWorld> => {
  const clock = virtualClock();
  const shop = aLiveShop(clock, { latency: 0, pageSize: 50 });
  const shops = { 'us-store': shop };
  const world = aLiveWorld({ clock, shops, sync: alive, service: { latency: 0, pageSize: 2, ...service } });
  for (let n = 1; n <= count; n += 1) shop.put(saleOn(n, dayOf(n)));
  right(await clock.run(historicalSync(world.ports.sync)({ ...request, range: syncedRange })));
  await clock.run(world.clock.sleep(60_000));
  return world;
};

export const recentOf = (world: LiveWorld): ReturnType<typeof recentDays> =>
  recentDays('America/New_York', world.clock.now(), 7);

/** A night of a storefront, and how it ended. */
export const tryNight = (
  world: LiveWorld,
  storefront = 'us-store',
  { sync, ...others }: Partial<Omit<NightlyPorts, 'sync'>> & { readonly sync?: Partial<SyncPorts> } = {},
): Promise<E.Either<SyncFailure, readonly Reconciliation[]>> => {
  const { inbox, proof } = world.store;
  const ports = { inbox, proof, account: 'default', ...others, sync: { ...world.ports.sync, ...sync } };
  return world.clock.run(() => nightlyProof(ports)(storefront, { recent: recentOf(world), first: firstDay }));
};

export const proveNight = async (...night: Parameters<typeof tryNight>): Promise<readonly Reconciliation[]> =>
  right(await tryNight(...night));

export const proveAll = async (world: LiveWorld, from = firstDay): Promise<readonly Reconciliation[]> => {
  const { sync } = world.ports;
  const range = { from, to: recentOf(world).to };
  return right(await world.clock.run(reconcile({ sync, inbox: world.store.inbox })(['us-store'], range)));
};

export const differencesOf = (proofs: readonly Reconciliation[]): readonly string[] =>
  proofs.flatMap(({ differences }) => differences.map(({ kind, transactionId: id }) => `${kind} ${id}`)).sort();

export const sleepOneNight = (world: LiveWorld): Promise<void> => world.clock.run(world.clock.sleep(oneNight));
