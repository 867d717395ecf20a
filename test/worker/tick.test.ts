import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { aLiveShop } from '../support/a-live-shop.ts';
import { aLiveWorld, theSale } from '../support/a-live-world.ts';
import { left, right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { memoryRecordBook } from '../../src/state/memory/memory-record-book.ts';

const minute = 60_000;

describe('a tick', () => {
  it('does all that is due and says what: bells and tasks', async () => {
    const world = aLiveWorld({ ports: { schedule: { catchUp: '*/15 * * * *', reconcile: null } } });
    for (const n of [1, 2, 3]) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
    world.shop.put(theSale(4));
    const done = await world.clock.run(() => world.engine.tick(minute));
    expect(right(done)).toStrictEqual({
      bells: 3,
      tasks: [{ task: 'catchUp', storefront: 'us-store' }],
      isDone: true,
    });
    expect(world.service.journal).toHaveLength(4);
  });

  it('does nothing when nothing is due', async () => {
    const world = aLiveWorld();
    const done = await world.clock.run(() => world.engine.tick(minute));
    expect(right(done)).toStrictEqual({ bells: 0, tasks: [], isDone: true });
    expect(world.service.requests).toStrictEqual([]);
  });

  it('ends about when its time is up, says that it is not done, and the next one goes on', async () => {
    const world = aLiveWorld({ service: { latency: 1_000 } });
    for (let n = 1; n <= 40; n += 1) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
    const startedAt = world.clock.now();
    const first = right(await world.clock.run(() => world.engine.tick(5_000)));
    expect(world.clock.now() - startedAt).toBeLessThan(8_000);
    expect(first.isDone).toBe(false);
    expect(first.bells).toBeGreaterThan(4);
    expect(first.bells).toBeLessThan(20);
    while (!right(await world.clock.run(() => world.engine.tick(5_000))).isDone);
    expect(world.service.count('push')).toBe(40);
  });

  it('catches up bit by bit where its time is too short for all that changed', async () => {
    const clock = virtualClock();
    const shop = aLiveShop(clock, { latency: 1_000 });
    const schedule = { catchUp: '*/15 * * * *', reconcile: null };
    const world = aLiveWorld({ clock, shops: { 'us-store': shop }, ports: { schedule } });
    await clock.run(async () => {
      right(await world.engine.tick(minute));
      // Nobody is at work for two days, and the webhooks of all that time are lost.
      for (let n = 1; n <= 100; n += 1) {
        shop.put(theSale(n));
        await world.wait(30 * minute);
      }
      for (let n = 0; n < 20; n += 1) {
        right(await world.engine.tick(5_000));
        await world.wait(15 * minute);
      }
    });
    expect(world.service.journal).toHaveLength(100);
  });

  it('tells what is wrong with the record book', async () => {
    const full = { _tag: 'BookError', problem: 'disk full', message: 'The disk is full. Free some space.' } as const;
    const book = memoryRecordBook();
    const world = aLiveWorld({ book: { ...book, inbox: { ...book.inbox, claim: () => TE.left(full) } } });
    const done = await world.clock.run(() => world.engine.tick(minute));
    expect(left(done)).toStrictEqual(full);
  });

  it('does not start an engine whose record book cannot be read', async () => {
    const full = { _tag: 'BookError', problem: 'corrupt', message: 'It is damaged.' } as const;
    const book = memoryRecordBook();
    const world = aLiveWorld({ book: { ...book, inbox: { ...book.inbox, state: TE.left(full) } } });
    expect(left(await world.engine.start())).toStrictEqual(full);
  });
});

describe('an engine whose record book fails for a while', () => {
  it('goes on when the book does, and has lost nothing', async () => {
    const state = { isFull: false };
    const full = { _tag: 'BookError', problem: 'disk full', message: 'The disk is full. Free some space.' } as const;
    const book = memoryRecordBook();
    const world = aLiveWorld({
      book: { ...book, commitPage: (...all) => (state.isFull ? TE.left(full) : book.commitPage(...all)) },
    });
    await world.live(async () => {
      state.isFull = true;
      for (const n of [1, 2, 3]) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
      await world.wait(minute);
      state.isFull = false;
      await world.wait(5 * minute);
    });
    expect(world.service.journal).toHaveLength(3);
    expect(await world.entries()).toHaveLength(3);
    expect(right(await world.engine.state())).toStrictEqual([]);
  });
});
