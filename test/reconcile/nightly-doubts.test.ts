import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ListedDay, ProofStore } from '../../src/domain/proof-store.ts';
import { ownersOf, toListed } from '../../src/reconcile/confirm-listed.ts';
import type { LiveWorld } from '../support/a-live-world.ts';
import { faults } from '../support/memory-tax-service.ts';
import {
  dayAt,
  dearer,
  differencesOf,
  idOf,
  proveAll,
  proveNight,
  recentOf,
  saleOn,
  sleepOneNight,
  synced,
  tryNight,
} from '../support/nightly-world.ts';
import { left, right } from '../support/right.ts';

const never = (): boolean => false;

/** The list's lease in the hands of another process, which never ends. */
const hold = (world: LiveWorld, account: string): Promise<unknown> => {
  const now = world.clock.now();
  return world.store.acquireLease(`list of ${account}`, 'another process', { now, until: now + 2 * 60_000 }, never)();
};

describe('a night that could not do all of its work', () => {
  it('proves nothing while another process reads the list of its account, and is not stopped by another account', async () => {
    const world = await synced(30);
    await proveNight(world);
    await sleepOneNight(world);
    world.service.remove(idOf(30));
    await hold(world, 'default');
    const end = world.clock.now() + 60_000;
    const cut = await tryNight(world, 'us-store', { sync: { isInterrupted: () => world.clock.now() > end } });
    expect(left(cut)).toMatchObject({ _tag: 'StorefrontBusy' });
    const proofs = await proveNight(world, 'us-store', { account: 'another' });
    expect(proofs.at(-1)?.isComplete).toBe(true);
  });

  it('proves nothing when another process has taken the list over', async () => {
    const world = await synced(60);
    const { service } = world.ports.sync;
    const slow: typeof service = {
      ...service,
      list: (cursor) => async () => {
        if (cursor._tag === 'Some' && cursor.value === '24') {
          await world.clock.sleep(60 * 60_000)();
          await hold(world, 'default');
        }
        return service.list(cursor)();
      },
    };
    const cut = await tryNight(world, 'us-store', { sync: { service: slow } });
    expect(left(cut)).toMatchObject({ _tag: 'StorefrontBusy' });
  });

  it('writes nothing of a page when another process takes the list over while it is saved', async () => {
    const world = await synced(60);
    const { proof } = world.store;
    let saved = 0;
    const suspended: ProofStore = {
      ...proof,
      saveListed: (rows, state, fence) => async () => {
        saved += 1;
        if (saved === 2) {
          await world.clock.sleep(60 * 60_000)();
          await hold(world, 'default');
        }
        return proof.saveListed(rows, state, fence)();
      },
    };
    expect(left(await tryNight(world, 'us-store', { proof: suspended }))).toMatchObject({ _tag: 'StorefrontBusy' });
    // The service gives two transactions a page.
    expect(right(await proof.countListed())).toBe(2);
  });

  it('begins again when the service refuses the cursor of an interrupted first night', async () => {
    let forgets = false;
    const world = await synced(60, {
      cursorFault: () => (forgets ? { _tag: 'CursorRefused', message: '410' } : undefined),
    });
    const before = world.service.count('list');
    const isInterrupted = (): boolean => world.service.count('list') - before >= 20;
    await tryNight(world, 'us-store', { sync: { isInterrupted } });
    forgets = true;
    const refused = await tryNight(world);
    expect(left(refused)).toMatchObject({ _tag: 'ServiceFailed' });
    forgets = false;
    expect((await proveNight(world)).at(-1)?.isComplete).toBe(true);
  });

  it('begins again when the service gives no answer to the cursor of an interrupted first night', async () => {
    let [isOld, isAsked] = [false, false];
    const world = await synced(60, {
      fault: ({ kind, about }) => {
        // The first cursor behind the ten pages of the head.
        isAsked ||= kind === 'list' && about === '20' && isOld;
        return kind === 'list' && about === '40' && isOld && !isAsked ? faults.lostBefore : undefined;
      },
    });
    const before = world.service.count('list');
    const isInterrupted = (): boolean => world.service.count('list') - before >= 20;
    await tryNight(world, 'us-store', { sync: { isInterrupted } });
    isOld = true;
    expect((await proveNight(world)).at(-1)?.isComplete).toBe(true);
    expect(isAsked).toBe(true);
  });

  it('reads all that is new at the head after it was interrupted there', async () => {
    const world = await synced(60);
    await proveNight(world);
    await sleepOneNight(world);
    for (let n = 1; n <= 40; n += 1) {
      const transactedAt = `${dayAt(n % 50)}T17:00:00Z`;
      world.service.insertForeign({ id: idOf(700 + n), name: `Foreign ${n}`, transactedAt, total: 1 });
    }
    const before = world.service.count('list');
    const isInterrupted = (): boolean => world.service.count('list') - before >= 12;
    left(await tryNight(world, 'us-store', { sync: { isInterrupted } }));
    const found = differencesOf(await proveNight(world));
    expect(found).toStrictEqual(differencesOf(await proveAll(world)));
    expect(found).toHaveLength(40);
  });

  it('keeps days that changed and were too much for one night', async () => {
    const world = await synced(60);
    const { proof } = world.store;
    const huge: ProofStore = {
      ...proof,
      listedDays: (owners) =>
        TE.map((days: readonly ListedDay[]) => days.map((one) => ({ ...one, count: 20_000 * one.count })))(
          proof.listedDays(owners),
        ),
    };
    // Now nothing counts as changed because it was just sold.
    await sleepOneNight(world);
    await proveNight(world, 'us-store', { proof: huge });
    await sleepOneNight(world);
    for (const n of [3, 20, 40]) world.shop.put(dearer(saleOn(n, n)));
    await world.clock.run(world.clock.sleep(60_000));
    const reported = new Set<string>();
    for (let at = 0; at < 6; at += 1) {
      for (const one of differencesOf(await proveNight(world, 'us-store', { proof: huge }))) reported.add(one);
      await sleepOneNight(world);
    }
    expect([...reported].sort()).toStrictEqual(differencesOf(await proveAll(world)));
  });

  it('comes back to what it could not ask about, though another day has an open difference', async () => {
    const world = await synced(120, {}, (n) => (n <= 40 ? 10 : n <= 45 ? 11 : 20 + (n % 30)));
    await proveNight(world);
    await sleepOneNight(world);
    for (let n = 1; n <= 45; n += 1) world.shop.put(dearer(saleOn(n, n <= 40 ? 10 : 11)));
    await world.clock.run(world.clock.sleep(60_000));
    const first = await proveNight(world);
    expect(differencesOf(first)).toHaveLength(40);
    await sleepOneNight(world);
    expect(differencesOf(await proveNight(world))).toEqual(
      expect.arrayContaining([41, 42, 43, 44, 45].map((n) => `differs ${idOf(n)}`)),
    );
  });

  it('says complete of no day of which the list should have shown more than it could ask about', async () => {
    const world = await synced(70, {}, (n) => 56 + (n % 3));
    await proveNight(world);
    for (let n = 1; n <= 60; n += 1) world.service.remove(idOf(n));
    await sleepOneNight(world);
    const proofs = await proveNight(world);
    expect(differencesOf(proofs.slice(-1))).toStrictEqual(differencesOf(await proveAll(world, recentOf(world).from)));
    expect(differencesOf(proofs.slice(-1))).toHaveLength(60);
  });
});

describe('a service that answers 404 about single transactions', () => {
  const answering = (world: LiveWorld, answers: () => boolean): typeof world.ports.sync.service => ({
    ...world.ports.sync.service,
    find: (id) => (answers() ? world.ports.sync.service.find(id) : TE.right(O.none)),
  });

  it('is read whole each night', async () => {
    const world = await synced(60);
    const sync = { service: answering(world, never) };
    await proveNight(world, 'us-store', { sync });
    await sleepOneNight(world);
    world.shop.put(dearer(saleOn(57, 57)));
    await world.clock.run(world.clock.sleep(60_000));
    const before = world.service.count('list');
    expect(differencesOf(await proveNight(world, 'us-store', { sync }))).toStrictEqual([`differs ${idOf(57)}`]);
    expect(world.service.count('list') - before).toBe(30);
  });

  it('and did not before is believed only when it finds another one', async () => {
    const world = await synced(60);
    await proveNight(world);
    await sleepOneNight(world);
    let asked = 0;
    const service = answering(world, () => (asked += 1) === 1);
    world.shop.put(dearer(saleOn(1, 1)));
    await world.clock.run(world.clock.sleep(60_000));
    // The first answer was more than a minute ago when the list has been read.
    const slow = {
      ...service,
      list: (cursor: O.Option<string>) => async () => {
        await world.clock.sleep(20_000)();
        return service.list(cursor)();
      },
    };
    const proofs = await proveNight(world, 'us-store', { sync: { service: slow } });
    expect(differencesOf(proofs)).toStrictEqual([]);
    expect(proofs.every(({ isComplete }) => isComplete)).toBe(false);
    await sleepOneNight(world);
    expect(differencesOf(await proveNight(world))).toStrictEqual([`differs ${idOf(1)}`]);
  });
});

describe('the owner of a listed transaction', () => {
  it.each(['shopify', 'shop2', 'my-shop', 'my_shop'])(
    'is found for the platform %s by its id or its name',
    (platform) => {
      const owners = ownersOf(platform, '1');
      const listed = [`${platform}:1:5012`, 'txn_1'].map((id) =>
        toListed({ id, name: `${platform}-5012`, shown: null }, 1, 1),
      );
      for (const { owner } of listed) expect(owners).toContain(owner);
    },
  );
});
