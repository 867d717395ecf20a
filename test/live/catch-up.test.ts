import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import { held } from '../../src/domain/exclusion.ts';
import { catchUpRange } from '../../src/live/run-catch-up.ts';
import { aLiveShop } from '../support/a-live-shop.ts';
import { aLiveWorld, type LiveWorld, type LiveWorldOptions, theSale } from '../support/a-live-world.ts';
import { faults, slowDown } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';
import { someFacts } from '../support/some-facts.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const minute = 60_000;
const everyQuarter = { catchUp: '*/15 * * * *', reconcile: null };

const catchingUp = (options: LiveWorldOptions = {}): LiveWorld =>
  aLiveWorld({ ...options, ports: { schedule: everyQuarter, ...options.ports } });

describe('catch-up', () => {
  it('finds within its interval what a lost webhook would have sent', async () => {
    const world = catchingUp();
    await world.live(async () => {
      await world.wait(minute);
      world.shop.put(theSale(1));
      await world.wait(16 * minute);
    });
    expect(world.service.journal).toHaveLength(1);
    expect(await world.entries()).toMatchObject([{ outcome: 'succeeded' }]);
    expect(world.events.filter(({ type }) => type === 'catchUp.finished')).toMatchObject([
      { counts: { succeeded: 0 } },
      { counts: { succeeded: 1 } },
    ]);
  });

  it('reads a record again when its push waited so long that another process may have settled it', async () => {
    const sale = theSale(1);
    const world = catchingUp({
      service: { fault: ({ kind }, count) => (kind === 'push' && count === 1 ? slowDown(minute) : undefined) },
    });
    await world.live(async () => {
      await world.wait(minute);
      world.shop.put(sale);
      await world.wait(14 * minute + 30_000);
      expect(world.service.count('push')).toBe(1);
      world.shop.put({ ...sale, lines: sale.lines.map((line) => ({ ...line, listed: line.listed + 500n })) });
      await world.wait(2 * minute);
    });
    expect(await world.entries()).toMatchObject([{ outcome: 'succeeded', adjustments: [{ kind: 'drift' }] }]);
  });

  it('keeps a record without a readable id held, however often it is requested: it is not deleted', async () => {
    const world = catchingUp();
    world.shop.put(E.left(held({ sourceId: '', name: '' }, 'unreadable record', 'id: expected string')));
    await world.live(async () => {
      await world.wait(16 * minute);
      const ids = (await world.entries()).map(({ sourceId }) => sourceId);
      right(await world.store.inbox.enqueue('us-store', ids, instantOfMilliseconds(world.clock.now()))());
      await world.wait(10 * minute);
    });
    expect(new Set((await world.entries()).map(({ outcome }) => outcome))).toStrictEqual(new Set(['held']));
    expect(right(await world.worker.state())).toStrictEqual([]);
  });

  it('finds a record that the platform shows minutes after its own time stamp', async () => {
    const world = catchingUp();
    await world.live(async () => {
      await world.wait(14 * minute);
      // Changed before the next catch-up, and shown after it.
      world.shop.put(theSale(1), 5 * minute);
      await world.wait(17 * minute);
    });
    expect(world.service.journal).toHaveLength(1);
  });

  it('reaches two days back the first time, and from then on from where it was', () => {
    const clock = virtualClock();
    const now = clock.now();
    expect(catchUpRange(O.none, now)).toStrictEqual({
      start: instantOfMilliseconds(now - 48 * 60 * minute),
      end: instantOfMilliseconds(now),
    });
    expect(catchUpRange(O.some(instantOfMilliseconds(now - 90 * minute)), now).start).toBe(
      instantOfMilliseconds(now - 100 * minute),
    );
  });

  it('catches up at the next start for all the time in which no process ran', async () => {
    const world = catchingUp();
    await world.live(() => world.wait(minute));
    await world.clock.run(async () => {
      await world.wait(20 * 60 * minute);
      world.shop.put(theSale(1));
      await world.wait(100 * 60 * minute);
    });
    await world.live(() => world.wait(minute));
    expect(world.service.journal).toHaveLength(1);
    expect(world.events.filter(({ type }) => type === 'catchUp.finished')).toHaveLength(2);
  });

  it('costs no request of the service for what webhooks have sent already', async () => {
    const world = catchingUp();
    await world.live(async () => {
      await world.wait(minute);
      for (let n = 1; n <= 25; n += 1) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
      await world.wait(5 * minute);
      const before = world.service.requests.length;
      await world.wait(15 * minute);
      expect(world.service.requests).toHaveLength(before);
    });
    expect((await world.entries()).map(({ outcome }) => outcome)).toStrictEqual(Array(25).fill('succeeded'));
  });

  it('does not move on when a page cannot be read, and begins there the next time', async () => {
    const world = catchingUp();
    const state = { isBroken: true };
    world.shop.fault = (question, about) =>
      state.isBroken && question === 'page' && about.startsWith('changed:')
        ? { _tag: 'SourceRefused', message: 'the filter was ignored' }
        : undefined;
    world.shop.put(theSale(1));
    await world.live(async () => {
      await world.wait(60 * minute);
      expect(right(await world.store.inbox.catchUpCursor('us-store')())).toStrictEqual(O.none);
      state.isBroken = false;
      await world.wait(16 * minute);
    });
    expect(world.service.journal).toHaveLength(1);
  });

  it('does not move past a sale when the service refuses everything, and enqueues those without a definitive response', async () => {
    const state = { isDown: true };
    const world = catchingUp({ service: { fault: () => (state.isDown ? faults.credentials : undefined) } });
    const soldAt = instantOfMilliseconds(world.clock.now());
    world.shop.put(theSale(1));
    await world.live(async () => {
      await world.wait(20 * minute);
      const upTo = right(await world.store.inbox.catchUpCursor('us-store')());
      expect(O.isSome(upTo) ? upTo.value < soldAt : true).toBe(true);
      state.isDown = false;
      await world.wait(16 * minute);
    });
    expect(world.service.journal).toHaveLength(1);
  });

  it('informs the host once that the service refuses the key, and again when it happens again', async () => {
    const state = { isRefused: true };
    const world = catchingUp({ service: { fault: () => (state.isRefused ? faults.credentials : undefined) } });
    const stops = (): number => world.events.filter(({ type }) => type === 'storefront.stopped').length;
    world.shop.put(theSale(1));
    await world.live(async () => {
      await world.wait(50 * minute);
      expect(stops()).toBe(1);
      state.isRefused = false;
      await world.wait(16 * minute);
      state.isRefused = true;
      world.shop.put(theSale(2));
      await world.wait(50 * minute);
    });
    expect(world.service.journal).toHaveLength(1);
    expect(stops()).toBe(2);
  });

  it('retries as a resync request what got no definitive response', async () => {
    const world = catchingUp({ service: { fault: (_, count) => (count < 9 ? faults.lostBefore : undefined) } });
    right(await world.store.saveServiceFacts('', JSON.stringify(someFacts()), '2026-03-01T00:00:00Z')());
    world.shop.put(theSale(1));
    await world.live(() => world.wait(14 * minute));
    expect(world.service.journal).toHaveLength(1);
    expect(await world.entries()).toMatchObject([{ outcome: 'succeeded' }]);
  });

  it('retries as a resync request what failed in the host’s own rule', async () => {
    const state = { isDown: true };
    const world = catchingUp({
      ports: {
        beforePush: (transaction) => {
          if (state.isDown) throw new Error('the database of the host is away');
          return transaction;
        },
      },
    });
    world.shop.put(theSale(1));
    await world.live(async () => {
      await world.wait(40 * minute);
      expect(await world.entries()).toMatchObject([{ outcome: 'held', reason: 'app rule failed' }]);
      state.isDown = false;
      await world.wait(120 * minute);
    });
    expect(world.service.journal).toHaveLength(1);
    expect(await world.entries()).toMatchObject([{ outcome: 'succeeded' }]);
  });

  it('reads again what a clock that was hours ahead marked as caught up', async () => {
    const world = catchingUp();
    const now = world.clock.now();
    right(await world.store.inbox.setCatchUpCursor('us-store', instantOfMilliseconds(now + 6 * 60 * minute))());
    world.shop.put(theSale(1));
    await world.clock.run(() => world.wait(60 * minute));
    await world.live(() => world.wait(minute));
    expect(world.service.journal).toHaveLength(1);
    expect(right(await world.store.inbox.catchUpCursor('us-store')())).toStrictEqual(
      O.some(instantOfMilliseconds(now + 60 * minute + 50)),
    );
  });

  it('moves only behind windows that are done, also when windows lie side by side', async () => {
    const clock = virtualClock();
    const shop = aLiveShop(clock);
    const start = instantOfMilliseconds(clock.now() - 60 * minute);
    const middle = instantOfMilliseconds(clock.now() - 30 * minute);
    const end = instantOfMilliseconds(clock.now());
    shop.fault = (_, about) =>
      about === 'changed:third' ? { _tag: 'SourceRefused', message: 'no such filter' } : undefined;
    const connector: typeof shop.connector = {
      ...shop.connector,
      changes: () => () =>
        Promise.resolve({
          _tag: 'Right',
          right: [
            { key: 'changed:third', kind: 'changed' as const, start: middle, end },
            { key: 'changed:first', kind: 'changed' as const, start, end: middle },
            { key: 'changed:second', kind: 'changed' as const, start, end },
          ],
        }),
    };
    const world = catchingUp({ clock, shops: { 'us-store': { ...shop, connector } } });
    await world.live(() => world.wait(minute));
    expect(right(await world.store.inbox.catchUpCursor('us-store')())).toStrictEqual(O.some(middle));
  });
});
