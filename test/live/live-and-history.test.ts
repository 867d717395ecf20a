import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { leaseLength } from '../../src/pipeline/limits.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { aLiveShop } from '../support/a-live-shop.ts';
import { aLiveWorld, type LiveWorld, theSale } from '../support/a-live-world.ts';
import { request, transactionId } from '../support/a-sync.ts';
import { right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { itInAll } from '../support/it-in-all.ts';

describe('live work together with a historical sync', () => {
  itInAll('sends a sale once that a webhook and the history find at the same time, in either order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ sale: fc.integer({ min: 1, max: 12 }), after: fc.integer({ min: 0, max: 900 }) }), {
          minLength: 4,
          maxLength: 20,
        }),
        async (rings) => {
          const world = aLiveWorld();
          for (let n = 1; n <= 12; n += 1) world.shop.put(theSale(n));
          await world.live(async () => {
            const history = historicalSync(world.ports.sync)(request)();
            for (const [index, { sale, after }] of rings.entries()) {
              await world.wait(after);
              await world.deliver(String(9_000 + sale), `d${index}`);
            }
            const run = right(await history);
            await world.wait(5_000);
            expect(right(await world.store.summarizeRun(run.id)()).counts).toMatchObject({
              failed: 0,
              held: 0,
              skipped: 0,
            });
          });
          expect(world.service.journal.map(({ id }) => id).sort()).toStrictEqual(
            Array.from({ length: 12 }, (_, index) => transactionId(String(9_001 + index))).sort(),
          );
          expect((await world.entries()).filter(({ outcome }) => outcome === 'failed')).toStrictEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('brings a new order to the service within seconds while a backfill uses all of the ceiling', async () => {
    const ceiling = 60;
    const clock = virtualClock();
    const shop = aLiveShop(clock, { pageSize: 50 });
    const world = aLiveWorld({ clock, shops: { 'us-store': shop }, sync: { requestsPerMinute: O.some(ceiling) } });
    for (let n = 1; n <= 200; n += 1) shop.put(theSale(n));
    await world.live(async () => {
      const history = historicalSync(world.ports.sync)(request)();
      await world.wait(30_000);
      const before = world.service.journal.length;
      expect(before).toBeGreaterThan(10);
      expect(before).toBeLessThan(40);
      const rungAt = clock.now();
      await world.deliver(shop.put(theSale(999, { occurredAt: '2026-04-01T12:00:00Z' })), 'new');
      await world.wait(5_000);
      const pushed = world.service.journal.find(({ id }) => id === transactionId('9999'));
      expect((pushed?.at ?? Number.POSITIVE_INFINITY) - rungAt).toBeLessThan(3_000);
      right(await history);
    });
    expect(world.service.journal).toHaveLength(201);
    const starts = world.service.requests.map(({ startedAt }) => startedAt);
    const maxInAMinute = Math.max(...starts.map((s) => starts.filter((one) => one >= s && one < s + 60_000).length));
    expect(maxInAMinute).toBeLessThanOrEqual(ceiling);
  });

  it('goes first: pages wait until its records are settled, but for those of a platform that hangs', async () => {
    const clock = virtualClock();
    const shop = aLiveShop(clock);
    const id = shop.put(theSale(1));
    const slow = {
      ...shop.connector,
      readRecord: () => () =>
        clock
          .sleep(60_000)()
          .then(() => E.right(O.none)),
    };
    const world = aLiveWorld({ clock, shops: { 'us-store': shop, 'eu-store': { ...shop, connector: slow } } });
    await world.live(async () => {
      for (const [storefront, expected] of [
        ['us-store', [false, true]],
        ['eu-store', [false, false, true]],
      ] as const) {
        await world.deliver(id, `of ${storefront}`, storefront);
        for (const isAnswered of expected) {
          await world.wait(1);
          const first = await Promise.race([world.worker.answered().then(() => true), world.wait(0).then(() => false)]);
          expect(first).toBe(isAnswered);
          await world.wait(1_500);
        }
      }
    });
  });

  it('goes first before a sync begins, too: the list of the service is read in turn, as pages are pushed', async () => {
    const listsBefore: number[] = [];
    const world: LiveWorld = aLiveWorld({
      sync: {
        inTurn: (work) => {
          listsBefore.push(world.service.count('list'));
          return work();
        },
      },
    });
    world.shop.put(theSale(1));
    await world.live(async () => void right(await historicalSync(world.ports.sync)(request)()));
    // The sale is a page of what changed, and one of its day.
    expect(listsBefore).toStrictEqual([0, 1, 1]);
  });

  it('lists the deletion of a sale that the history sent, as of one that a webhook sent', async () => {
    const world = aLiveWorld();
    world.shop.put(theSale(1));
    await world.live(async () => {
      const history = historicalSync(world.ports.sync)(request)();
      await world.wait(30_000);
      expect(right(await history)).toMatchObject({ status: 'finished' });
      world.shop.remove('9001');
      const delivery = { storefront: 'us-store', deliveryId: 'gone', recordId: '9001', isDeletion: true };
      right(await world.store.inbox.receiveDelivery({ ...delivery, receivedAt: '2026-04-01T12:00:00Z' })());
      world.worker.wake();
      await world.wait(3_000);
    });
    expect(await world.entries()).toMatchObject([
      {
        id: transactionId('9001'),
        outcome: 'alreadyPresent',
        findings: expect.arrayContaining(['no longer true']) as unknown,
      },
    ]);
    expect(world.service.count('push')).toBe(1);
  });

  it('needs no lease: it goes on while another process syncs the same storefront', async () => {
    const world = aLiveWorld();
    const now = world.clock.now();
    const times = { now, until: now + leaseLength };
    right(await world.store.acquireLease('us-store', 'another process', times, () => false)());
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(3_000);
    });
    expect(world.service.journal).toHaveLength(1);
  });

  it('is a separate run: the newest run that people ask for stays the historical one', async () => {
    const world = aLiveWorld();
    await world.live(async () => {
      right(await historicalSync(world.ports.sync)(request)());
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(3_000);
    });
    expect(right(await world.store.findRun(O.none)())).toMatchObject(O.some({ status: 'finished' }));
    expect(right(await world.store.findRun(O.some('live:us-store'))())).toMatchObject(O.some({ kind: 'live' }));
  });
});
