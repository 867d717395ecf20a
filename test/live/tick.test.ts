import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { instantOfMilliseconds, millisecondsOf } from '../../src/domain/instant.ts';
import { aLiveShop } from '../support/a-live-shop.ts';
import { aLiveWorld, type LiveWorld, theSale } from '../support/a-live-world.ts';
import { left, right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { memoryStore } from '../support/memory-store.ts';

const minute = 60_000;

describe('a tick', () => {
  it('does all that is due and returns it: resync requests and tasks', async () => {
    const world = aLiveWorld({ ports: { schedule: { catchUp: '*/15 * * * *', reconcile: null } } });
    for (const n of [1, 2, 3]) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
    world.shop.put(theSale(4));
    const done = await world.clock.run(() => world.worker.tick(minute));
    expect(right(done)).toStrictEqual({
      resyncRequests: 3,
      tasks: [{ task: 'catchUp', storefront: 'us-store' }],
      historicalSyncs: [],
      problems: [],
      isDone: true,
    });
    expect(world.service.journal).toHaveLength(4);
  });

  it('does nothing when nothing is due', async () => {
    const world = aLiveWorld();
    const done = await world.clock.run(() => world.worker.tick(minute));
    expect(right(done)).toStrictEqual({
      resyncRequests: 0,
      tasks: [],
      historicalSyncs: [],
      problems: [],
      isDone: true,
    });
    expect(world.service.requests).toStrictEqual([]);
  });

  it('ends about when its time is up, returns that it is not done, and the next one continues', async () => {
    const world = aLiveWorld({ service: { latency: 1_000 } });
    for (let n = 1; n <= 40; n += 1) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
    const startedAt = world.clock.now();
    // The first transaction goes alone, and is asked for once: of that, three requests of a second each.
    const first = right(await world.clock.run(() => world.worker.tick(6_500)));
    expect(world.clock.now() - startedAt).toBeLessThan(9_500);
    expect(first.isDone).toBe(false);
    expect(first.resyncRequests).toBeGreaterThan(4);
    expect(first.resyncRequests).toBeLessThan(20);
    while (!right(await world.clock.run(() => world.worker.tick(5_000))).isDone);
    expect(world.service.count('push')).toBe(40);
  });

  it('starts nothing more once it is interrupted, and returns that it is not done', async () => {
    const isInterrupted = (): boolean => world.shop.reads.length >= 2;
    const world: LiveWorld = aLiveWorld({ sync: { isInterrupted } });
    for (let n = 1; n <= 10; n += 1) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
    const done = right(await world.clock.run(() => world.worker.tick(minute)));
    expect(done.isDone).toBe(false);
    // Of the four loops each may have a record.
    expect(world.shop.reads.length).toBeLessThan(7);
    expect(right(await world.worker.state())).toMatchObject([{ deferred: 0, parked: 0 }]);
  });

  const silent = { _tag: 'SourceUnreachable', message: 'no answer', cause: 'ECONNRESET' } as const;

  it('starts nothing more once the live worker stops, which waits for what is in progress', async () => {
    const world = aLiveWorld({ service: { latency: 1_000 } });
    for (let n = 1; n <= 40; n += 1) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
    const ended: string[] = [];
    const ticked = await world.clock.run(async () => {
      const ticking = world.worker.tick(minute).finally(() => ended.push('tick'));
      await world.clock.sleep(3_000)();
      await world.worker.stop(minute);
      ended.push('stop');
      return ticking;
    });
    expect(ended).toStrictEqual(['tick', 'stop']);
    expect(right(ticked).isDone).toBe(false);
    expect(world.service.count('push')).toBeLessThan(20);
  });

  it('reports what was not done at a platform without a response, in each tick until it responds', async () => {
    const world = aLiveWorld({ ports: { schedule: { catchUp: '*/15 * * * *', reconcile: null } } });
    await world.deliver(world.shop.put(theSale(1)), 'd1');
    world.shop.fault = () => silent;
    const message = 'Could not be opened; retrying: no answer';
    const undone = {
      resyncRequests: 0,
      tasks: [],
      problems: [{ storefront: 'us-store', task: null, cause: 'no answer', message }],
    };
    await world.clock.run(async () => {
      expect(right(await world.worker.tick(minute))).toMatchObject(undone);
      expect(right(await world.worker.tick(minute))).toMatchObject(undone);
      world.shop.fault = () => undefined;
      await world.wait(minute);
      expect(right(await world.worker.tick(minute))).toMatchObject({
        resyncRequests: 1,
        tasks: [{ task: 'catchUp' }],
        problems: [],
      });
    });
  });

  it('reports a failed catch-up with its reason, and not as done', async () => {
    const world = aLiveWorld({ ports: { schedule: { catchUp: '*/15 * * * *', reconcile: null } } });
    world.shop.fault = (question) => (question === 'page' ? silent : undefined);
    const ticked = right(await world.clock.run(() => world.worker.tick(15 * minute)));
    expect(ticked.tasks).toStrictEqual([]);
    expect(ticked.problems).toStrictEqual([
      {
        storefront: 'us-store',
        task: 'catchUp',
        cause: 'no answer',
        message: 'Catch-up did not finish. The next one continues from there: no answer',
      },
    ]);
  });

  it('reports once why records are postponed, however many', async () => {
    const world = aLiveWorld();
    for (const n of [1, 2, 3]) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
    world.shop.fault = (question) => (question === 'record' ? silent : undefined);
    const message = 'A record could not be read; retrying: no answer';
    const { problems } = right(await world.clock.run(() => world.worker.tick(minute)));
    expect(problems).toStrictEqual([{ storefront: 'us-store', task: null, cause: 'no answer', message }]);
  });

  it('does not report a record that could not be read at first and was settled before the tick ended', async () => {
    const world = aLiveWorld({ service: { latency: 1_000 } });
    for (let n = 1; n <= 40; n += 1) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
    let failures = 1;
    world.shop.fault = (question) => {
      if (question !== 'record' || failures === 0) return undefined;
      failures -= 1;
      return silent;
    };
    const ticked = right(await world.clock.run(() => world.worker.tick(10 * minute)));
    expect(world.service.journal).toHaveLength(40);
    expect(ticked).toMatchObject({ resyncRequests: 41, problems: [], isDone: true });
  });

  it('reports a silent platform also when its time ended before the retries', async () => {
    const world = aLiveWorld({ ports: { schedule: { catchUp: '*/15 * * * *', reconcile: null } } });
    world.shop.fault = (question) => (question === 'page' ? silent : undefined);
    const { isDone, problems } = right(await world.clock.run(() => world.worker.tick(1_000)));
    expect(isDone).toBe(false);
    expect(problems).toMatchObject([{ task: 'catchUp', cause: 'no answer' }]);
  });

  it('reports that nothing was sent with a refused key', async () => {
    const message = 'The key was refused. Renew it.';
    const world = aLiveWorld({
      service: { fault: () => ({ when: 'before', reply: { _tag: 'CredentialsRefused', message } }) },
    });
    await world.deliver(world.shop.put(theSale(1)), 'd1');
    const { problems } = right(await world.clock.run(() => world.worker.tick(minute)));
    expect(problems).toMatchObject([{ storefront: 'us-store', task: null, cause: 'credentials' }]);
  });

  it('whose time is too short for a reconciliation reports it with the remedy, and so does an event', async () => {
    const clock = virtualClock();
    const shop = aLiveShop(clock, { latency: 10_000, pageSize: 1 });
    const world = aLiveWorld({
      clock,
      shops: { 'us-store': shop },
      ports: { schedule: { catchUp: null, reconcile: '0 4 * * *' } },
    });
    await clock.run(async () => {
      right(await world.worker.tick(25_000));
      for (const n of [1, 2, 3, 4, 5]) shop.put(theSale(n, { occurredAt: '2026-03-31T12:00:00Z' }));
      await world.wait(24 * 60 * minute);
      const { tasks, problems } = right(await world.another().tick(25_000));
      expect(tasks).toStrictEqual([]);
      expect(problems).toMatchObject([{ storefront: 'us-store', task: 'reconcile', cause: 'interrupted' }]);
      const words = 'run tax-nexus reconcile --storefront us-store --from 2026-03-26 --to 2026-04-01';
      expect(problems[0]?.message).toContain(words);
      expect(problems[0]?.message).toContain('run-due --budget');
      expect(world.events).toMatchObject([
        {
          type: 'reconcile.failed',
          range: { from: '2026-03-26', to: '2026-04-01' },
          cause: 'interrupted',
          message: problems[0]?.message,
        },
      ]);
    });
  });

  it('reports why a reconciliation failed', async () => {
    const world = aLiveWorld({ ports: { schedule: { catchUp: null, reconcile: '0 4 * * *' } } });
    await world.clock.run(async () => {
      right(await world.worker.tick(minute));
      await world.wait(24 * 60 * minute);
      world.shop.fault = (question) => (question === 'page' ? silent : undefined);
      const { tasks, problems } = right(await world.worker.tick(15 * minute));
      expect(tasks).toStrictEqual([]);
      expect(problems).toMatchObject([{ task: 'reconcile', cause: 'no answer' }]);
      expect(problems[0]?.message).toMatch(/starts again at its next time; .* Cause: no answer$/);
    });
  });

  it('forgets deliveries of which no duplicate comes any more', async () => {
    const world = aLiveWorld();
    await world.deliver(world.shop.put(theSale(1)), 'd1');
    await world.clock.run(async () => {
      right(await world.worker.tick(minute));
      await world.wait(15 * 24 * 60 * minute);
      right(await world.another().tick(minute));
    });
    const receivedAt = instantOfMilliseconds(world.clock.now());
    const again = { storefront: 'us-store', deliveryId: 'd1', recordId: null, isDeletion: false, receivedAt };
    expect(right(await world.store.inbox.receiveDelivery(again)())).toBe(true);
  });

  it('catches up bit by bit where its time is too short for all that changed', async () => {
    const clock = virtualClock();
    const shop = aLiveShop(clock, { latency: 1_000 });
    const schedule = { catchUp: '*/15 * * * *', reconcile: null };
    const world = aLiveWorld({ clock, shops: { 'us-store': shop }, ports: { schedule } });
    await clock.run(async () => {
      right(await world.worker.tick(minute));
      // No process works for two days, and the webhooks of all that time are lost.
      for (let n = 1; n <= 100; n += 1) {
        shop.put(theSale(n));
        await world.wait(30 * minute);
      }
      for (let n = 0; n < 20; n += 1) {
        right(await world.worker.tick(5_000));
        await world.wait(15 * minute);
      }
    });
    expect(world.service.journal).toHaveLength(100);
  });

  const withLittleTime = (): LiveWorld => {
    const clock = virtualClock();
    const shop = aLiveShop(clock, { latency: 1_000 });
    const schedule = { catchUp: '*/15 * * * *', reconcile: null };
    return aLiveWorld({ clock, shops: { 'us-store': shop }, ports: { schedule } });
  };
  /** Each by a separate process, as a scheduler of the host's begins them. */
  const tickOften = async (world: LiveWorld, times: number, between: () => void = () => undefined): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      right(await world.another().tick(5_000));
      between();
      await world.wait(15 * minute);
    }
  };

  it('catches up page by page where its time is too short for all that changed at one moment', async () => {
    const world = withLittleTime();
    await world.clock.run(async () => {
      right(await world.worker.tick(minute));
      await world.wait(15 * minute);
      for (let n = 1; n <= 100; n += 1) world.shop.put(theSale(n));
      await tickOften(world, 20);
    });
    expect(world.service.journal).toHaveLength(100);
    const upTo = right(await world.store.inbox.catchUpCursor('us-store')());
    expect(O.isSome(upTo) ? world.clock.now() - millisecondsOf(upTo.value) : 0).toBeLessThan(16 * minute);
  });

  it('skips nothing of what changes again between two pieces of a catch-up', async () => {
    const world = withLittleTime();
    let changed = 0;
    await world.clock.run(async () => {
      right(await world.worker.tick(minute));
      await world.wait(15 * minute);
      for (let n = 1; n <= 60; n += 1) world.shop.put(theSale(n));
      await tickOften(world, 30, () => {
        changed += 1;
        if (changed <= 60) world.shop.put(theSale(changed));
      });
    });
    expect(world.service.journal).toHaveLength(60);
  });

  it('skips nothing that the platform shows late, before the place where a catch-up left off', async () => {
    const world = withLittleTime();
    await world.clock.run(async () => {
      right(await world.worker.tick(minute));
      await world.wait(15 * minute);
      world.shop.put(theSale(100), 5 * minute);
      for (let n = 1; n <= 60; n += 1) world.shop.put(theSale(n));
      await tickOften(world, 20);
    });
    expect(world.service.journal.map(({ name }) => name)).toContain('Shopify #100 · 9100');
    expect(world.service.journal).toHaveLength(61);
  });

  it('reads a piece again when the platform no longer accepts its cursor', async () => {
    const world = withLittleTime();
    const state = { ticks: 0, refused: 0 };
    world.shop.fault = (question, _, from) => {
      if (question !== 'page' || from === undefined || state.ticks !== 1 || state.refused === 1) return undefined;
      state.refused = 1;
      return { _tag: 'SourceRefused', message: 'the cursor is too old' };
    };
    await world.clock.run(async () => {
      right(await world.worker.tick(minute));
      await world.wait(15 * minute);
      for (let n = 1; n <= 40; n += 1) world.shop.put(theSale(n));
      await tickOften(world, 30, () => {
        state.ticks += 1;
      });
    });
    expect(state.refused).toBe(1);
    expect(world.service.journal).toHaveLength(40);
  });

  const full = { _tag: 'StoreError', problem: 'disk full', message: 'The disk is full. Free some space.' } as const;

  it.each([
    { storefrontsWithRequests: () => TE.left(full) },
    { knownStorefronts: TE.left(full) },
    { claim: () => TE.left(full) },
  ])('reports what is wrong with the sync database: %p', async (failing) => {
    const store = memoryStore();
    const world = aLiveWorld({ store: { ...store, inbox: { ...store.inbox, ...failing } } });
    right(await store.inbox.enqueue('us-store', ['1'], instantOfMilliseconds(world.clock.now()))());
    const done = await world.clock.run(() => world.worker.tick(minute));
    expect(left(done)).toStrictEqual(full);
  });

  it('does not start a live worker whose sync database cannot be read', async () => {
    const full = { _tag: 'StoreError', problem: 'corrupt', message: 'It is damaged.' } as const;
    const store = memoryStore();
    const world = aLiveWorld({ store: { ...store, inbox: { ...store.inbox, state: TE.left(full) } } });
    expect(left(await world.worker.start())).toStrictEqual(full);
  });
});

describe('a live worker whose sync database fails for a while', () => {
  it('continues when the sync database does, and has lost nothing', async () => {
    const state = { isFull: false };
    const full = { _tag: 'StoreError', problem: 'disk full', message: 'The disk is full. Free some space.' } as const;
    const store = memoryStore();
    const world = aLiveWorld({
      store: { ...store, commitPage: (...all) => (state.isFull ? TE.left(full) : store.commitPage(...all)) },
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
    expect(right(await world.worker.state())).toStrictEqual([]);
  });
});
