import { describe, expect, it } from '@jest/globals';
import { retryRun } from '../../src/pipeline/retry-run.ts';
import { aLiveWorld, type LiveWorld, type LiveWorldOptions, theSale } from '../support/a-live-world.ts';
import { transactionId } from '../support/a-sync.ts';
import { right } from '../support/right.ts';

const withClosed = async (options: LiveWorldOptions = {}): Promise<LiveWorld> => {
  const world = aLiveWorld(options);
  right(await world.store.reviews.closePeriod({ month: '2026-02', by: 'Ada', at: '2026-03-20T00:00:00Z' })());
  return world;
};

const printed = async (world: LiveWorld): Promise<readonly string[]> =>
  (await world.entries()).map(({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`));

const open = { occurredAt: '2026-03-03T17:20:00Z' };

describe('live work and closed periods', () => {
  it('holds a sale of a closed month that a webhook is about, once, and sends those of other months', async () => {
    const world = await withClosed();
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.deliver(world.shop.put(theSale(2, open)), 'd2');
      await world.wait(5_000);
    });
    expect(world.service.journal.map(({ id }) => id)).toEqual([transactionId('9002')]);
    expect(await world.entries()).toMatchObject([
      { id: transactionId('9001'), outcome: 'held', reason: 'closed period' },
      { id: transactionId('9002'), outcome: 'succeeded' },
    ]);
    expect(right(await world.worker.state())).toStrictEqual([]);
    expect(world.events).toContainEqual(expect.objectContaining({ type: 'record.held', reason: 'closed period' }));
  });

  it('holds it in a catch-up and in a tick as well', async () => {
    const world = await withClosed({ ports: { schedule: { catchUp: '* * * * *', reconcile: null } } });
    world.shop.put(theSale(1));
    await world.clock.run(() => world.worker.tick(20_000));
    expect(await printed(world)).toEqual(['held: closed period']);
    expect(world.service.journal).toHaveLength(0);
  });

  it('leaves alone what the service holds, also when the sync database was lost', async () => {
    const first = aLiveWorld();
    await first.live(async () => {
      await first.deliver(first.shop.put(theSale(1)), 'd1');
      await first.wait(3_000);
    });
    const world = await withClosed({ clock: first.clock, sync: { service: first.service.service } });
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(3_000);
    });
    expect(await printed(world)).toEqual(['alreadyPresent']);
    expect(first.service.count('push')).toBe(1);
  });

  it('sends it when its month is open again and its record is read once more', async () => {
    const world = await withClosed();
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(3_000);
      right(
        await world.store.reviews.reopenPeriod({
          month: '2026-02',
          by: 'Ada',
          at: '2026-03-21T00:00:00Z',
          reason: 'late',
        })(),
      );
      await world.deliver('9001', 'd2');
      await world.wait(3_000);
    });
    expect(await printed(world)).toEqual(['succeeded']);
  });

  it('sends it by a retry of the live run with the agreement, and not without it', async () => {
    const world = await withClosed();
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(3_000);
    });
    const { sync } = world.ports;
    right(await world.clock.run(retryRun(sync)('live:us-store')));
    expect(await printed(world)).toEqual(['held: closed period']);
    right(await world.clock.run(retryRun(sync)('live:us-store', {}, { intoClosedPeriods: true })));
    expect(await printed(world)).toEqual(['succeeded']);
  });

  it('skips what lies before the first day, whether its month is closed or not', async () => {
    const world = await withClosed({ since: '2026-03-01' });
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(3_000);
    });
    expect(await printed(world)).toEqual(['skipped: before the first day']);
  });
});
