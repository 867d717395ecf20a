import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { RunRequest } from '../../../src/domain/run.ts';
import { liveWorker } from '../../../src/live/live-worker.ts';
import type { TickResult } from '../../../src/live/live-ports.ts';
import { historicalSync, recordRun } from '../../../src/pipeline/historical-sync.ts';
import { endRun } from '../../../src/pipeline/run-context.ts';
import type { CrashPoint } from '../../../src/pipeline/ports.ts';
import { readReport } from '../../../src/reconcile/read-report.ts';
import type { Report } from '../../../src/reconcile/report.ts';
import { aLiveShop, type LiveShop } from '../../support/a-live-shop.ts';
import { aLiveWorld, type LiveWorld, type LiveWorldOptions, theSale } from '../../support/a-live-world.ts';
import { request } from '../../support/a-sync.ts';
import { faults, slowDown } from '../../support/memory-tax-service.ts';
import { mortal } from '../../support/mortal.ts';
import { left, right } from '../../support/right.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { sized } from '../../support/size.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const both: RunRequest = { ...request, storefronts: ['us-store', 'eu-store'] };

/** The two shops of every world here: 60 sales each, one of them held. */
const twoShops = (world: { clock: ReturnType<typeof virtualClock>; latency?: number }): Record<string, LiveShop> => {
  const shopOf = (id: string, first: number): LiveShop => {
    const shop = aLiveShop(world.clock, { account: { id }, latency: world.latency ?? 50 });
    for (let n = first; n < first + 60; n += 1) shop.put(theSale(n, n % 20 === 0 ? { destinations: [] } : {}));
    return shop;
  };
  return { 'us-store': shopOf('548380009', 1), 'eu-store': shopOf('777', 101) };
};

const aWorldOfTwo = ({ latency, ...service }: LiveWorldOptions['service'] = {}): LiveWorld => {
  const clock = virtualClock();
  return aLiveWorld({
    clock,
    service,
    shops: twoShops({ clock, ...(latency !== undefined && { latency }) }),
    sync: { isGone: () => false },
  });
};

/** What does not depend on when it was run. */
const reportOf = async ({ store }: LiveWorld): Promise<Report> => {
  const found = right(await readReport({ store, reviewUrl: null })(O.none)());
  if (O.isNone(found)) throw new Error('there is no run to report');
  return { ...found.value, runId: '', startedAt: '', finishedAt: null };
};

/** Ticks, each of a separate process, until nothing is left to do. Gives how many that took. */
const tickToTheEnd = async (world: LiveWorld, budgetMs: number, every = 60_000): Promise<number> => {
  for (let ticks = 1; ticks < 500; ticks += 1) {
    const startedAt = world.clock.now();
    const ticked = right(await world.another().tick(budgetMs));
    // Milliseconds; a request to the platform and one to the service.
    expect(world.clock.now() - startedAt).toBeLessThan(budgetMs + 500);
    if (ticked.historicalSyncs.some(({ status }) => status !== 'running')) return ticks;
    await world.wait(every);
  }
  throw new Error('the ticks come to no end');
};

const wholeAtOnce = async (): Promise<LiveWorld> => {
  const world = aWorldOfTwo();
  right(await world.clock.run(historicalSync(world.ports.sync)(both)));
  return world;
};

const idsOf = ({ service }: LiveWorld): readonly string[] => service.journal.map(({ id }) => id).sort();

describe('a historical sync that only ticks work on', () => {
  it.each(sized({ quick: [10_000, 600], all: [10_000, 1_000, 600] }))(
    'of %d ms each give what one long process gives',
    async (budgetMs) => {
      const whole = await wholeAtOnce();
      const world = aWorldOfTwo({ latency: 150 });
      await world.clock.run(async () => {
        right(await recordRun(world.ports.sync)(both)());
        expect(world.service.requests).toHaveLength(0);
        const ticks = await tickToTheEnd(world, budgetMs);
        expect(ticks).toBeGreaterThan(budgetMs === 10_000 ? 0 : 3);
      });
      expect(idsOf(world)).toStrictEqual(idsOf(whole));
      expect(await reportOf(world)).toStrictEqual(await reportOf(whole));
      expect(idsOf(world)).toHaveLength(114);
    },
  );

  const points: readonly CrashPoint[] = [
    'before_page',
    'after_page_read',
    'after_intents',
    'before_post',
    'after_post_before_commit',
    'after_page_commit',
  ];

  it('of which most are killed, at random moments, gives the same result: nothing is lost or doubled', async () => {
    const whole = await reportOf(await wholeAtOnce());
    let kills = 0;
    const seeds = sized({ quick: 5, all: 25 });
    for (let seed = 1; seed <= seeds; seed += 1) {
      const random = seededRandom(seed);
      const world = aWorldOfTwo();
      await world.clock.run(async () => {
        right(await recordRun(world.ports.sync)(both)());
        for (let round = 0; round < 12; round += 1) {
          const point = points[Math.floor(random.next() * points.length)] ?? 'before_page';
          const doomed = mortal(
            { ...world.ports.sync, owner: `process ${seed}-${round}` },
            { point, hit: 1 + Math.floor(random.next() * 9) },
          );
          const worker = liveWorker({ ...world.ports, sync: doomed.ports });
          const end = await Promise.race([worker.tick(4_000), doomed.death]);
          if (end === 'dead') kills += 1;
          // Longer than a killed tick holds the run.
          await world.wait(15_000);
        }
        await tickToTheEnd(world, 4_000).catch(() => undefined);
      });
      expect(new Set(idsOf(world)).size).toBe(idsOf(world).length);
      expect(await reportOf(world)).toStrictEqual(whole);
    }
    expect(kills).toBeGreaterThan(2 * seeds);
  });

  it('is continued after the process that worked on it died, and not while one does', async () => {
    const world = aWorldOfTwo();
    await world.clock.run(async () => {
      const doomed = mortal({ ...world.ports.sync, owner: 'a function' }, { point: 'after_page_commit', hit: 3 });
      expect(await Promise.race([historicalSync(doomed.ports)(both)(), doomed.death])).toBe('dead');
      // No one on this machine knows whether that process lives.
      expect(right(await world.another().tick(10_000)).historicalSyncs).toStrictEqual([]);
      expect(
        right(await world.another({ sync: { ...world.ports.sync, isGone: () => true } }).tick(60_000)),
      ).toMatchObject({
        historicalSyncs: [{ status: 'finished', counts: { succeeded: 114, held: 6 } }],
        isDone: true,
      });
    });
    expect(await reportOf(world)).toStrictEqual(await reportOf(await wholeAtOnce()));
  });

  it.each([50, 120_000])(
    'is left alone by ticks while a long process is at work on it, also between its storefronts (%d ms a page)',
    async (latency) => {
      const world = aWorldOfTwo({ latency });
      // With pages that take minutes, longer than a lease lasts.
      for (let n = 201; n <= 260; n += 1) world.shop.put(theSale(n));
      const ticked: TickResult[] = [];
      await world.clock.run(async () => {
        const history = historicalSync({ ...world.ports.sync, owner: 'a long process' })(both)();
        const state = { isOver: false };
        void history.finally(() => {
          state.isOver = true;
        });
        while (!state.isOver) {
          ticked.push(right(await world.another().tick(10_000)));
          await world.wait(latency / 3);
        }
        expect(right(await history).status).toBe('finished');
      });
      expect(ticked.length).toBeGreaterThan(10);
      expect(ticked.flatMap(({ historicalSyncs }) => historicalSyncs)).toStrictEqual([]);
    },
  );

  it('is left alone by ticks while a long process reads the list of the service for longer than a lease lasts', async () => {
    const world = aWorldOfTwo({
      fault: ({ kind }, count) => (kind === 'list' && count <= 4 ? slowDown(10 * 60_000) : undefined),
    });
    await world.clock.run(async () => {
      const history = historicalSync({ ...world.ports.sync, owner: 'a long process' })(both)();
      await world.wait(30 * 60_000);
      expect(right(await world.another().tick(1_000)).historicalSyncs).toStrictEqual([]);
      expect(right(await history)).toMatchObject({ status: 'finished' });
    });
  });

  it.each(['list', 'push'])(
    'that another process takes over during a %s stops in the first one, and is still running',
    async (during) => {
      const world: LiveWorld = aWorldOfTwo({
        fault: ({ kind }, count) => {
          if (kind !== during || count > 1) return undefined;
          const until = world.clock.now() + 60_000;
          void world.store.acquireLease(`run run-${started}`, 'another', { now: started, until }, () => true)();
          return kind === 'list' ? slowDown(60_000) : faults.lostBefore;
        },
      });
      const started = world.clock.now();
      await world.clock.run(async () => {
        const stopped = left(await historicalSync({ ...world.ports.sync, owner: 'a long process' })(both)());
        expect(stopped).toMatchObject({ _tag: 'StorefrontBusy', message: expect.stringContaining('took over run') });
        expect(right(await world.store.findRun(O.none)())).toMatchObject({ value: { status: 'running' } });
        expect(idsOf(world).length).toBeLessThan(114);
        await tickToTheEnd(world, 20_000);
      });
      expect(await reportOf(world)).toStrictEqual(await reportOf(await wholeAtOnce()));
    },
  );

  it('is continued soon after a tick that worked on it was killed on another machine', async () => {
    const world = aWorldOfTwo();
    await world.clock.run(async () => {
      right(await recordRun(world.ports.sync)(both)());
      const doomed = mortal({ ...world.ports.sync, owner: 'a function' }, { point: 'after_page_commit', hit: 2 });
      const worker = liveWorker({ ...world.ports, sync: doomed.ports });
      expect(await Promise.race([worker.tick(5_000), doomed.death])).toBe('dead');
      expect(right(await world.another().tick(1_000)).historicalSyncs).toStrictEqual([]);
      await world.wait(15_000);
      expect(right(await world.another().tick(1_000)).historicalSyncs).toMatchObject([{ status: 'running' }]);
    });
  });

  it('is worked on by one of two ticks that come at the same time', async () => {
    const world = aWorldOfTwo();
    await world.clock.run(async () => {
      right(await recordRun(world.ports.sync)(both)());
      const pair = await Promise.all([world.another().tick(500), world.another().tick(500)]);
      const worked = pair.map((one) => right(one).historicalSyncs.length);
      expect([...worked].sort()).toStrictEqual([0, 1]);
      await tickToTheEnd(world, 2_000);
    });
    expect(await reportOf(world)).toStrictEqual(await reportOf(await wholeAtOnce()));
  });

  it('rests while it is paused, and continues with the next equal request', async () => {
    const world = aWorldOfTwo();
    await world.clock.run(async () => {
      const { id } = right(await recordRun(world.ports.sync)(both)());
      right(await world.another().tick(1_000));
      expect(right(await endRun(world.ports.sync)(id, 'pause')())).toBe(true);
      expect(right(await world.another().tick(10_000)).historicalSyncs).toStrictEqual([]);
      expect(right(await recordRun(world.ports.sync)(both)()).id).toBe(id);
      await tickToTheEnd(world, 10_000);
    });
    expect(await reportOf(world)).toStrictEqual(await reportOf(await wholeAtOnce()));
  });

  it('sends live sales first, and does history with the rest of the time', async () => {
    const world = aWorldOfTwo();
    await world.clock.run(async () => {
      right(await recordRun(world.ports.sync)(both)());
      const id = world.shop.put(theSale(500, { occurredAt: '2026-04-01T11:00:00Z' }));
      await world.deliver(id, 'd1');
      const done = right(await world.another().tick(1_000));
      expect(done).toMatchObject({ resyncRequests: 1, historicalSyncs: [{ status: 'running' }] });
      expect(world.service.journal[0]?.id).toBe(`shopify:548380009:${id}`);
    });
  });

  it('reads the other storefronts while the platform of one does not respond, and reports that one', async () => {
    const world = aWorldOfTwo();
    const shop = world.shop;
    shop.fault = (question) =>
      question === 'page' ? { _tag: 'SourceUnreachable', message: 'no answer', cause: 'ECONNRESET' } : undefined;
    await world.clock.run(async () => {
      right(await recordRun(world.ports.sync)(both)());
      const first = right(await world.another().tick(20_000));
      expect(first.historicalSyncs).toMatchObject([{ status: 'running', settled: { succeeded: 57, held: 3 } }]);
      shop.fault = () => undefined;
      await world.wait(30_000);
      expect(right(await world.another().tick(20_000)).historicalSyncs).toMatchObject([
        { status: 'finished', settled: { succeeded: 57, held: 3 }, counts: { succeeded: 114, held: 6 } },
      ]);
    });
  });

  it('stops for refused credentials when the others are read, and continues when it is started again', async () => {
    const world = aWorldOfTwo();
    const shop = world.shop;
    const message = 'The token was refused. Renew it.';
    shop.fault = (question) => (question === 'page' ? { _tag: 'SourceCredentialsRefused', message } : undefined);
    await world.clock.run(async () => {
      const { id } = right(await recordRun(world.ports.sync)(both)());
      const { historicalSyncs, problems } = right(await world.another().tick(20_000));
      expect(historicalSyncs).toMatchObject([{ runId: id, status: 'stopped', counts: { succeeded: 57 } }]);
      expect(problems).toMatchObject([
        { storefront: 'us-store', cause: 'credentials', message: expect.stringContaining(message) },
      ]);
      shop.fault = () => undefined;
      expect(right(await world.another().tick(20_000)).historicalSyncs).toStrictEqual([]);
      right(await recordRun(world.ports.sync)(both)());
      expect(right(await world.another().tick(20_000)).historicalSyncs).toMatchObject([{ status: 'finished' }]);
    });
  });

  it('waits, and is reported, while this process lacks one of its storefronts', async () => {
    const world = aWorldOfTwo();
    await world.clock.run(async () => {
      right(await recordRun(world.ports.sync)(both)());
      const { 'us-store': known } = world.ports.sync.storefronts;
      if (known === undefined) throw new Error('there is one');
      const other = world.another({ sync: { ...world.ports.sync, storefronts: { 'us-store': known } } });
      const { historicalSyncs, problems } = right(await other.tick(10_000));
      expect(historicalSyncs).toStrictEqual([]);
      expect(problems).toMatchObject([
        { storefront: 'eu-store', message: expect.stringMatching(/Add it, or cancel .* import again/) },
      ]);
      expect(world.service.requests).toHaveLength(0);
    });
  });
});
