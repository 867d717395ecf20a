import { describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import type { StoredTransaction } from '../../src/domain/tax-service.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { nightlyProof } from '../../src/reconcile/nightly.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { recentDays, type Reconciliation } from '../../src/reconcile/reconciliation.ts';
import { aLiveShop, type LiveShop } from '../support/a-live-shop.ts';
import { aLiveWorld, type LiveWorld, theSale } from '../support/a-live-world.ts';
import { request, transactionId } from '../support/a-sync.ts';
import type { MemoryTaxServiceOptions } from '../support/memory-tax-service.ts';
import { left, right } from '../support/right.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const night = 24 * 60 * 60_000;
const first = '2026-02-01';
const range = { from: first, to: '2026-03-31' };

const dayOf = (index: number): string => Temporal.PlainDate.from(first).add({ days: index }).toString();

/** A sale of the n-th record on one of the days of the range. */
const saleOn = (n: number, day: number, differences: Partial<Sale> = {}): Sale =>
  theSale(n, { occurredAt: `${dayOf(day)}T17:00:00Z`, ...differences });

const dearer = (sale: Sale): Sale => ({
  ...sale,
  lines: sale.lines.map((line) => ({ ...line, listed: line.listed + 500n })),
});

const ofAccount = (sale: Sale, account: string): Sale => ({ ...sale, identity: { ...sale.identity, account } });

const synced = async (
  count: number,
  service: Omit<MemoryTaxServiceOptions, 'clock'> = { pageSize: 4 },
): Promise<LiveWorld> => {
  const clock = virtualClock();
  const shop = aLiveShop(clock, { latency: 0, pageSize: 50 });
  const world = aLiveWorld({ clock, shops: { 'us-store': shop }, service: { latency: 0, ...service } });
  for (let n = 1; n <= count; n += 1) shop.put(saleOn(n, n % 59));
  right(await clock.run(historicalSync(world.ports.sync)({ ...request, range })));
  await clock.run(world.clock.sleep(60_000));
  return world;
};

const proveNight = async (world: LiveWorld, storefront = 'us-store'): Promise<readonly Reconciliation[]> => {
  const { sync } = world.ports;
  const { inbox, proof } = world.store;
  const recent = recentDays('America/New_York', world.clock.now(), 7);
  return right(await world.clock.run(() => nightlyProof({ sync, inbox, proof })(storefront, { recent, first })));
};

const proveAll = async (world: LiveWorld): Promise<readonly Reconciliation[]> => {
  const { to } = recentDays('America/New_York', world.clock.now(), 7);
  const { sync } = world.ports;
  return right(await world.clock.run(reconcile({ sync, inbox: world.store.inbox })(['us-store'], { from: first, to })));
};

const differencesOf = (proofs: readonly Reconciliation[]): readonly string[] =>
  proofs.flatMap(({ differences }) => differences.map(({ kind, transactionId: id }) => `${kind} ${id}`)).sort();

const sleepOneNight = (world: LiveWorld): Promise<void> => world.clock.run(world.clock.sleep(night));

/** What happened, and whether a night can see at once that its day changed. */
interface Planted {
  readonly id: string;
  readonly night: number;
  readonly isVisible: boolean;
  /** What a person does about it at the service, without a trace at the head of its list. */
  readonly repair?: () => void;
}

type Change = (
  world: LiveWorld,
  shop: LiveShop,
  at: { readonly n: number; readonly day: number },
) => Omit<Planted, 'night'>;

const idOf = (n: number): string => transactionId(String(9_000 + n));

const changes: readonly Change[] = [
  (_world, shop, { n, day }) => {
    shop.put(saleOn(5_000 + n, day));
    return { id: idOf(5_000 + n), isVisible: true };
  },
  (_world, shop, { n }) => {
    shop.put(dearer(saleOn(n, n % 59)));
    return { id: idOf(n), isVisible: true };
  },
  (_world, shop, { n }) => {
    shop.remove(String(9_000 + n));
    return { id: idOf(n), isVisible: false };
  },
  ({ service }, _shop, { n, day }) => {
    service.insertForeign({
      id: idOf(7_000 + n),
      name: `Foreign ${n}`,
      transactedAt: `${dayOf(day)}T17:00:00Z`,
      total: 1,
    });
    return { id: idOf(7_000 + n), isVisible: true, repair: () => service.remove(idOf(7_000 + n)) };
  },
  ({ service }, _shop, { n }) => {
    const before = service.journal.find(({ id }) => id === idOf(n))?.body ?? '{}';
    service.change(idOf(n), { total: 99_999 });
    const repair = (): void => service.change(idOf(n), JSON.parse(before) as Partial<StoredTransaction>);
    return { id: idOf(n), isVisible: false, repair };
  },
  ({ service }, _shop, { n }) => {
    service.remove(idOf(n));
    return { id: idOf(n), isVisible: false };
  },
];

const seeds = Array.from({ length: 4 }, (_, index) => index + 1);

describe('the nightly proof', () => {
  it('of a world in which nothing changed finds nothing, and reads a small part of the list', async () => {
    const world = await synced(240);
    expect(differencesOf(await proveNight(world))).toStrictEqual([]);
    expect(world.service.count('list')).toBeGreaterThan(60);
    await sleepOneNight(world);
    const before = world.service.requests.length;
    const proofs = await proveNight(world);
    expect(proofs.every(({ isComplete }) => isComplete)).toBe(true);
    // Ten pages of the head, and three of the rest.
    expect(world.service.requests.length - before).toBeLessThanOrEqual(16);
  });

  it('reads the list once for all storefronts of an account', async () => {
    const clock = virtualClock();
    const shops = Object.fromEntries(
      ['us-store', 'eu-store'].map((name, index) => {
        const shop = aLiveShop(clock, { latency: 0, pageSize: 50, account: { id: String(index + 1) } });
        for (let n = 1; n <= 60; n += 1) shop.put(ofAccount(saleOn(n + 1_000 * index, n % 59), String(index + 1)));
        return [name, shop];
      }),
    );
    const world = aLiveWorld({ clock, shops, service: { latency: 0, pageSize: 4 } });
    const storefronts = Object.keys(shops);
    right(await clock.run(historicalSync(world.ports.sync)({ ...request, storefronts, range })));
    await clock.run(clock.sleep(60_000));
    world.service.remove('shopify:2:10007');
    world.shops['eu-store']?.put(dearer(ofAccount(saleOn(1_007, 7), '2')));
    await clock.run(clock.sleep(60_000));
    const before = world.service.count('list');
    const both = await Promise.all(storefronts.map((storefront) => proveNight(world, storefront)));
    expect(world.service.count('list') - before).toBe(30);
    expect(both.map(differencesOf)).toStrictEqual([[], ['missing at the service shopify:2:10007']]);
    await sleepOneNight(world);
    for (const storefront of storefronts) await proveNight(world, storefront);
    expect(world.service.count('list') - before - 30).toBeLessThan(16);
  });

  it('begins its round again when the service has forgotten the cursor, and reports nothing false', async () => {
    let forgets = false;
    const world = await synced(240, {
      pageSize: 4,
      // From the eleventh page on; the head is read in one go.
      cursorFault: (cursor) => (forgets && Number(cursor) > 40 ? { _tag: 'CursorRefused', message: '410' } : undefined),
    });
    expect(differencesOf(await proveNight(world))).toStrictEqual([]);
    for (let at = 0; at < 3; at += 1) {
      await sleepOneNight(world);
      expect(differencesOf(await proveNight(world))).toStrictEqual([]);
      forgets = true;
    }
    world.service.remove(idOf(240));
    await sleepOneNight(world);
    expect(differencesOf(await proveNight(world))).toStrictEqual([`missing at the service ${idOf(240)}`]);
  });

  it('goes on where it was interrupted in its first night', async () => {
    const world = await synced(240);
    const { sync } = world.ports;
    const { inbox, proof } = world.store;
    const recent = recentDays('America/New_York', world.clock.now(), 7);
    const before = world.service.count('list');
    const isInterrupted = (): boolean => world.service.count('list') - before >= 40;
    const cut = await world.clock.run(() =>
      nightlyProof({ sync: { ...sync, isInterrupted }, inbox, proof })('us-store', { recent, first }),
    );
    expect(left(cut)).toMatchObject({ _tag: 'ServiceFailed', cause: 'interrupted' });
    expect(differencesOf(await proveNight(world))).toStrictEqual([]);
    // Sixty pages, and the head once more.
    expect(world.service.count('list') - before).toBeLessThan(75);
  });

  it('reports nothing that was repaired at the service, though the list of that was not read again', async () => {
    const world = await synced(240);
    const { service } = world;
    expect(differencesOf(await proveNight(world))).toStrictEqual([]);
    // Of the oldest that were sent, at the end of the list.
    const [oldest, next] = service.journal.map(({ id }) => id);
    service.change(oldest ?? '', { total: 99_999 });
    world.shop.remove(next?.split(':')[2] ?? '');
    const expected = [`deleted at source ${next ?? ''}`, `differs ${oldest ?? ''}`];
    let found: readonly string[] = [];
    for (let at = 0; at < 31 && found.length < 2; at += 1) {
      await sleepOneNight(world);
      found = differencesOf(await proveNight(world));
      expect(found.filter((one) => !expected.includes(one))).toStrictEqual([]);
    }
    expect(found).toStrictEqual(expected);
    await sleepOneNight(world);
    service.change(oldest ?? '', JSON.parse(service.journal[0]?.body ?? '{}') as Partial<StoredTransaction>);
    service.remove(next ?? '');
    expect(differencesOf(await proveNight(world))).toStrictEqual([]);
  });

  it('confirms no more than forty differences a night, reports those, and comes back to the others', async () => {
    const world = await synced(240);
    expect(differencesOf(await proveNight(world))).toStrictEqual([]);
    await sleepOneNight(world);
    for (let n = 1; n <= 100; n += 1) world.shop.put(dearer(saleOn(n, n % 59)));
    await world.clock.run(world.clock.sleep(60_000));
    const reported = new Set<string>();
    for (let at = 0; at < 12; at += 1) {
      const before = world.service.count('find');
      const found = differencesOf(await proveNight(world));
      if (at === 0) expect(found.length).toBeGreaterThanOrEqual(40);
      for (const one of found) reported.add(one);
      expect(world.service.count('find') - before).toBeLessThanOrEqual(40);
      await sleepOneNight(world);
    }
    expect([...reported].sort()).toStrictEqual(differencesOf(await proveAll(world)));
  });

  it.each(seeds)(
    'gives the answer of the full walk: seed %d',
    async (seed) => {
      const random = seededRandom(seed);
      const count = 150 + Math.floor(random.next() * 100);
      const world = await synced(count);
      const { shop } = world;
      const planted: Planted[] = [];
      const used = new Set<number>();
      const reported = new Map<string, number>();
      let whole: readonly string[] = [];
      expect(differencesOf(await proveNight(world))).toStrictEqual([]);
      for (let at = 1; at <= 45; at += 1) {
        await sleepOneNight(world);
        for (let times = at > 14 ? 0 : Math.floor(random.next() * 4); times > 0; times -= 1) {
          const n = 1 + Math.floor(random.next() * count);
          if (used.has(n)) continue;
          used.add(n);
          const change = changes[Math.floor(random.next() * changes.length)];
          if (change === undefined) throw new Error('there is one');
          planted.push({ ...change(world, shop, { n, day: Math.floor(random.next() * 59) }), night: at });
        }
        await world.clock.run(world.clock.sleep(60_000));
        const found = differencesOf(await proveNight(world));
        // The truth changes only when something is planted.
        if (at <= 15) whole = differencesOf(await proveAll(world));
        // Never a false one.
        expect(found.filter((one) => !whole.includes(one))).toStrictEqual([]);
        for (const one of found) if (!reported.has(one)) reported.set(one, at);
        for (const { id, night: since, isVisible } of planted) {
          const reportedAt = whole.filter((one) => one.endsWith(` ${id}`)).map((one) => reported.get(one));
          expect(reportedAt.length).toBeGreaterThan(0);
          if (isVisible || at - since >= 31)
            expect({ id, at, reportedAt }).not.toMatchObject({ reportedAt: [undefined] });
          if (isVisible) expect(reportedAt[0]).toBe(since);
        }
      }
      expect(planted.length).toBeGreaterThan(8);
      expect([...reported.keys()].sort()).toStrictEqual(differencesOf(await proveAll(world)));
    },
    60_000,
  );
});
