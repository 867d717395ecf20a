import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { SyncStore } from '../../../src/domain/sync-store.ts';
import { skipped } from '../../../src/domain/exclusion.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { historicalSync } from '../../../src/pipeline/historical-sync.ts';
import type { CrashPoint } from '../../../src/pipeline/ports.ts';
import { aRefund } from '../../support/a-refund.ts';
import { aSync, paged, request, sales, type Sync, transactionId } from '../../support/a-sync.ts';
import { type Fault, faults, memoryTaxService, slowDown } from '../../support/memory-tax-service.ts';
import { mortal } from '../../support/mortal.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { sized } from '../../support/size.ts';
import { virtualClock } from '../../support/virtual-clock.ts';
import { sendsRefunds } from '../../support/a-policy.ts';

const points: readonly CrashPoint[] = [
  'before_page',
  'after_page_read',
  'after_intents',
  'before_post',
  'after_post_before_commit',
  'after_get_before_commit',
  'after_page_commit',
];

const withRefund = (sale: Sale, index: number): Sale =>
  index % 4 === 0 ? { ...sale, refunds: [aRefund({ id: `r${index}` })] } : sale;

const shop = sales(14).map(withRefund);
const aTest = E.left(skipped({ sourceId: '70', name: '#70' }, 'test order', 'a test'));
const script = { pages: paged([...shop.slice(0, 3), aTest, ...shop.slice(3)], 4) };
const expected = shop
  .flatMap(({ identity, refunds }) => {
    const id = transactionId(identity.recordId);
    return [id, ...refunds.map((refund) => `${id}:refund:${refund.id}`)];
  })
  .sort();

/** The same faults for the same seed, so that every outcome of a push occurs around the crashes. */
const weather = (seed: number): ((request: { readonly kind: string }, count: number) => Fault | undefined) => {
  const random = seededRandom(seed);
  return ({ kind }, count) => {
    const drawn = random.next();
    if (kind !== 'push' || count > 3) return undefined;
    if (drawn < 0.15) return faults.lostAfter;
    if (drawn < 0.25) return faults.lostBefore;
    if (drawn < 0.3) return faults.garbage;
    return drawn < 0.35 ? slowDown(2_000) : undefined;
  };
};

interface Story {
  readonly seed: number;
  readonly store: SyncStore;
  readonly bookAfterwards?: SyncStore;
  readonly point?: CrashPoint;
  readonly hit?: number;
}

const policy = sendsRefunds;

/** A process that dies, and another one that is started with the same request. */
const tell = async ({ seed, store, bookAfterwards = store, point, hit = 1 }: Story) => {
  const clock = virtualClock();
  const world = memoryTaxService({ clock, fault: weather(seed) });
  const first = aSync({ script, policy, clock, world, store, seed });
  const doomed = mortal(first.ports, point === undefined ? undefined : { point, hit });
  const end = await clock.run(() => Promise.race([historicalSync(doomed.ports)(request)(), doomed.death]));
  const second = aSync({ script, policy, clock, world, store: bookAfterwards, seed: seed + 1 });
  if (point !== undefined) {
    expect(end).toBe('dead');
    await second.finish();
  }
  return { sync: second, passes: doomed.passes };
};

const shouldBeWhole = async (sync: Sync): Promise<void> => {
  expect(sync.world.journal.map(({ id }) => id).sort()).toEqual(expected);
  const { considered, attempted, succeeded, alreadyPresent, failed, skipped: left, held, status } = await sync.report();
  expect({ status, considered, failed, left, held }).toEqual({
    status: 'finished',
    considered: expected.length + 1,
    failed: 0,
    left: { 'test order': 1 },
    held: {},
  });
  expect(attempted).toBe(expected.length);
  expect(succeeded + alreadyPresent).toBe(expected.length);
};

describe('a process that is killed', () => {
  it.each(points)('at %s, at each of its first passes, loses and doubles nothing', async (point) => {
    const { passes } = await tell({ seed: 3, store: memoryStore() });
    const hits = Math.min(6, passes.get(point) ?? 0);
    expect(hits).toBeGreaterThan(0);
    for (let hit = 1; hit <= hits; hit += 1) {
      const { sync } = await tell({ seed: 3, store: memoryStore(), point, hit });
      await shouldBeWhole(sync);
      // What an earlier attempt of ours brought there is our own success, however late we learn of it.
      expect(await sync.report()).toMatchObject({ succeeded: expected.length, alreadyPresent: 0 });
      const pushes = sync.world.count('push');
      await sync.finish();
      expect(sync.world.count('push')).toBe(pushes);
      expect(await sync.report()).toMatchObject({ succeeded: 0, alreadyPresent: expected.length });
    }
  });

  it.each(points)('at %s, and whose sync database is lost as well, doubles nothing', async (point) => {
    const { passes } = await tell({ seed: 5, store: memoryStore() });
    for (let hit = 1; hit <= Math.min(6, passes.get(point) ?? 0); hit += 1) {
      const story = { seed: 5, store: memoryStore(), bookAfterwards: memoryStore(), point, hit };
      await shouldBeWhole((await tell(story)).sync);
    }
  });

  it('again and again, at random moments and in any weather, arrives in the end', async () => {
    const seeds = sized({ quick: 20, all: 60 });
    let recovered = 0;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const random = seededRandom(seed);
      const clock = virtualClock();
      const world = memoryTaxService({ clock, fault: weather(seed) });
      const store = memoryStore();
      for (let life = 1; life <= 5; life += 1) {
        const point = points[Math.floor(random.next() * points.length)] ?? 'before_page';
        const living = aSync({ script, policy, clock, world, store, seed: seed * 10 + life });
        const { ports, death } = mortal(living.ports, { point, hit: 1 + Math.floor(random.next() * 5) });
        await clock.run(() => Promise.race([historicalSync(ports)(request)(), death]));
      }
      const last = aSync({ script, policy, clock, world, store, seed });
      await last.finish();
      expect(world.journal.map(({ id }) => id).sort()).toEqual(expected);
      const { considered, attempted, failed } = await last.report();
      expect({ seed, considered, attempted, failed }).toEqual({
        seed,
        considered: expected.length + 1,
        attempted: expected.length,
        failed: 0,
      });
      recovered += world.count('find');
    }
    expect(recovered).toBeGreaterThan(seeds / 2);
  });
});
