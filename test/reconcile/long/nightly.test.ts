import { describe, expect, it } from '@jest/globals';
import type { StoredTransaction } from '../../../src/domain/tax-service.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { historicalSync } from '../../../src/pipeline/historical-sync.ts';
import { aLiveShop, type LiveShop } from '../../support/a-live-shop.ts';
import { cases } from '../../fuzz/cases.ts';
import { aLiveWorld, type LiveWorld } from '../../support/a-live-world.ts';
import { request } from '../../support/a-sync.ts';
import {
  alive,
  dayAt,
  dearer,
  differencesOf,
  idOf,
  proveAll,
  proveNight,
  saleOn,
  sleepOneNight,
  synced,
  syncedRange as range,
  tryNight,
} from '../../support/nightly-world.ts';
import { left, right } from '../../support/right.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const ofAccount = (sale: Sale, account: string): Sale => ({ ...sale, identity: { ...sale.identity, account } });

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
      transactedAt: `${dayAt(day)}T17:00:00Z`,
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

const seeds = Array.from({ length: cases(4) }, (_, index) => index + 1);

describe('the nightly proof', () => {
  it('of a world in which nothing changed finds nothing, and reads a small part of the list', async () => {
    const world = await synced(120);
    expect(differencesOf(await proveNight(world))).toStrictEqual([]);
    expect(world.service.count('list')).toBeGreaterThan(60);
    await sleepOneNight(world);
    const before = world.service.requests.length;
    const proofs = await proveNight(world);
    expect(proofs.every(({ isComplete }) => isComplete)).toBe(true);
    // Ten pages of the head, and three of the rest.
    expect(world.service.requests.length - before).toBeLessThanOrEqual(17);
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
    const world = aLiveWorld({ clock, shops, service: { latency: 0, pageSize: 4 }, sync: alive });
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
    const world = await synced(120, {
      // From the eleventh page on; the head is read in one go.
      cursorFault: (cursor) => (forgets && Number(cursor) > 20 ? { _tag: 'CursorRefused', message: '410' } : undefined),
    });
    expect(differencesOf(await proveNight(world))).toStrictEqual([]);
    for (let at = 0; at < 3; at += 1) {
      await sleepOneNight(world);
      expect(differencesOf(await proveNight(world))).toStrictEqual([]);
      forgets = true;
    }
    world.service.remove(idOf(120));
    await sleepOneNight(world);
    expect(differencesOf(await proveNight(world))).toStrictEqual([`missing at the service ${idOf(120)}`]);
  });

  it('goes on where it was interrupted in its first night', async () => {
    const world = await synced(120);
    const before = world.service.count('list');
    const isInterrupted = (): boolean => world.service.count('list') - before >= 40;
    const cut = await tryNight(world, 'us-store', { sync: { isInterrupted } });
    expect(left(cut)).toMatchObject({ _tag: 'ServiceFailed', cause: 'interrupted' });
    expect(differencesOf(await proveNight(world))).toStrictEqual([]);
    // Sixty pages, and the head once more.
    expect(world.service.count('list') - before).toBeLessThan(75);
  });

  it('reports nothing that was repaired at the service, though the list of that was not read again', async () => {
    const world = await synced(120);
    const { service } = world;
    expect(differencesOf(await proveNight(world))).toStrictEqual([]);
    // Of the oldest that were sent, at the end of the list.
    const [oldest, next] = service.journal.map(({ id }) => id);
    service.change(oldest ?? '', { total: 99_999 });
    world.shop.remove(next?.split(':')[2] ?? '');
    const expected = [`deleted on the platform ${next ?? ''}`, `differs ${oldest ?? ''}`];
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
    const world = await synced(120);
    expect(differencesOf(await proveNight(world))).toStrictEqual([]);
    await sleepOneNight(world);
    for (let n = 1; n <= 100; n += 1) world.shop.put(dearer(saleOn(n, n % 59)));
    await world.clock.run(world.clock.sleep(60_000));
    const reported = new Set<string>();
    for (let at = 0; at < 9; at += 1) {
      const before = world.service.count('find');
      const found = differencesOf(await proveNight(world));
      if (at === 0) expect(found.length).toBeGreaterThanOrEqual(40);
      for (const one of found) reported.add(one);
      // One is known to be there, and shows that the service answers.
      expect(world.service.count('find') - before).toBeLessThanOrEqual(41);
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
