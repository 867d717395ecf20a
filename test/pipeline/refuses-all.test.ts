import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import type { StoreError } from '../../src/domain/sync-store.ts';
import type { JobQueue, NewJob } from '../../src/domain/job-queue.ts';
import { tasksOf } from '../../src/live/jobs/tasks.ts';
import { startOnWorkers } from '../../src/live/jobs/follow-run.ts';
import { makeContext } from '../../src/live/live-context.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { Run } from '../../src/domain/run.ts';
import { readStops } from '../../src/pipeline/run-marks.ts';
import { continueRun, recordRun } from '../../src/pipeline/historical-sync.ts';
import { memoryStore } from '../support/memory-store.ts';
import { faults, memoryTaxService } from '../support/memory-tax-service.ts';
import { aSync, paged, request, sales, silent, type Sync } from '../support/a-sync.ts';
import { left, right } from '../support/right.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';
import { sized } from '../support/size.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const onWorkers = async ({ ports, clock }: Sync, wanted = asked): Promise<void> => {
  const store = ports.store as SyncDatabase;
  const waiting = new Map<string, NewJob>();
  const addJobs = (jobs: readonly NewJob[]): TE.TaskEither<StoreError, void> =>
    TE.fromIO(() => jobs.forEach((job) => waiting.set(job.key, job)));
  const jobQueue: JobQueue = {
    ready: TE.right(undefined),
    hasJobs: (keys) => TE.right(keys.some((key) => waiting.has(key))),
    areWorkedOn: () => TE.right(true),
    addJobs,
    passTurn: () => TE.right(0),
    openRun: (opening, fresh, then) =>
      pipe(
        store.openRun(opening, fresh),
        TE.chainFirst((run) => addJobs(then(run))),
      ),
    commitPage: (page, at, then, fence) => TE.chain(() => addJobs(then))(store.commitPage(page, at, fence)),
    startWorker: () => TE.right({ stop: () => Promise.resolve() }),
  };
  const never = (): boolean => false;
  const livePorts = {
    ...{ sync: ports, inbox: store.inbox, log: silent, onEvent: () => undefined },
    schedule: { catchUp: null, reconcile: null },
  };
  const live = makeContext(livePorts, new Map(), { steadyNow: clock.now, isClosing: never, isCutOff: never });
  const tasks = tasksOf({ live, jobQueue, workers: new Map(), detached: new Set() }, 'history');
  await clock.run(async () => {
    right(await startOnWorkers(ports, jobQueue)(wanted)());
    for (let job = waiting.values().next().value; job !== undefined; job = waiting.values().next().value) {
      waiting.delete(job.key);
      right((await tasks[job.task]?.(job.payload)) ?? E.right(undefined));
    }
  });
};

const byTicks = async ({ ports, clock }: Sync, wanted = asked): Promise<void> => {
  const { id } = right(await clock.run(recordRun(ports)(wanted)));
  await clock.run(async () => right(await continueRun(ports, 60 * 60_000)(id)));
};

const asked = { ...request, storefronts: ['first', 'second', 'third', 'fourth'] };

const ways = { process: async (sync: Sync, wanted = asked) => sync.run(wanted), ticks: byTicks, workers: onWorkers };

const count = 24;
const pages = paged(sales(count), 10);

describe('a service that refuses each transaction for the same reason', () => {
  it('stops the run early, and no sale counts as refused: once the settings fit, all are sent', async () => {
    const first = aSync({ script: { pages } });
    const { clock, world, store } = first;
    const refusing: typeof world.service = {
      ...world.service,
      push: (_, begin) => async () => {
        await begin?.();
        return { _tag: 'Refused', message: 'answered 422', fingerprint: '422 INVALID: total' };
      },
    };
    const refused = aSync({ script: { pages }, clock, world, store, ports: { service: refusing } });
    const failure = left(await refused.run());
    expect(failure).toMatchObject({ _tag: 'ServiceFailed', cause: 'refused' });
    expect(failure.message).toContain('for the same reason (422 INVALID: total)');
    expect((await refused.entries()).filter(({ outcome }) => outcome === 'failed')).toStrictEqual([]);

    const again = aSync({ script: { pages }, clock, world, store });
    await again.finish();
    expect(await again.report()).toMatchObject({ succeeded: count, failed: 0 });
  });

  it.each([
    ['a process', 'process', 'process'],
    ['the ticks of short-lived processes', 'ticks', 'ticks'],
    ['ticks that go on with the run of a process', 'process', 'ticks'],
    ['workers', 'workers', 'workers'],
    ['workers that go on with the run of a process', 'process', 'workers'],
  ] as const)(
    'has the refused sales of every storefront tried again once it is mended, by %s',
    async (_, before, after) => {
      const clock = virtualClock();
      const store = memoryStore();
      const world = memoryTaxService({ clock });
      const refusing: typeof world.service = {
        ...world.service,
        push: (_body, begin) => async () => {
          await begin?.();
          return { _tag: 'Refused', message: 'answered 422', fingerprint: '422 INVALID: total' };
        },
      };
      // A page each, and none of them has as many sales as it takes to see that all are refused.
      const storefronts = Object.fromEntries(
        asked.storefronts.map((name, index) => {
          const account = { id: name, name, timeZone: 'America/New_York' };
          const script = { account, pages: [sales(8, 1 + 100 * index).map((sale) => E.right(sale))] };
          return [name, { connector: scriptedConnector(script), policy: defaultPolicy }];
        }),
      );
      const runAt = (service: typeof world.service): Sync =>
        aSync({ script: { pages: [] }, clock, world, store, ports: { storefronts, service } });
      await ways[before](runAt(refusing));
      const stopped = await runAt(refusing).report();
      expect(stopped).toMatchObject({ status: 'stopped', succeeded: 0 });
      expect(stopped.failed).toBeGreaterThan(0);

      // In between, one platform gives no records: that is no end of it.
      let refusals = before === 'process' && after === 'process' ? 1 : 0;
      const [firstName = ''] = asked.storefronts;
      const { connector, policy } = storefronts[firstName] ?? {
        connector: scriptedConnector({ pages: [] }),
        policy: defaultPolicy,
      };
      const readRecord: typeof connector.readRecord = (id) =>
        refusals === 0 ? connector.readRecord(id) : TE.left({ _tag: 'SourceCredentialsRefused', message: 'no token' });
      const given = { ...storefronts, [firstName]: { connector: { ...connector, readRecord }, policy } };
      const mended = (): Sync => aSync({ script: { pages: [] }, clock, world, store, ports: { storefronts: given } });
      for (; refusals > 0; refusals -= 1) {
        await ways[after](mended());
        expect(await mended().report()).toMatchObject({ status: 'stopped', succeeded: 24, failed: 8 });
      }
      await ways[after](mended());
      expect(await mended().report()).toMatchObject({ status: 'finished', succeeded: 32, failed: 0 });
      expect(world.journal).toHaveLength(32);
    },
  );
});

describe('a service that refuses each of the few sales that there are, and has never taken one', () => {
  const only = { ...asked, storefronts: ['us-store'] };
  const few = (count: number, accepts: readonly number[] = []) => {
    const state = { isMended: false };
    const sync = aSync({
      script: { pages: paged(sales(count), 3) },
      service: {
        fault: ({ kind, about }) => {
          const isTaken = state.isMended || accepts.some((n) => about.endsWith(`900${n}`));
          return kind === 'push' && !isTaken ? faults.refused : undefined;
        },
      },
    });
    return { sync, state };
  };

  it.each(['process', 'ticks', 'workers'] as const)(
    'stops the run at its end, with the remedy, and all are sent once it is mended, by %s',
    async (way) => {
      const { sync, state } = few(5);
      await ways[way](sync, only);
      expect(await sync.report()).toMatchObject({ status: 'stopped', succeeded: 0, failed: 5 });
      const { value: run } = right(await sync.store.findRun(O.none)()) as O.Some<Run>;
      expect(right(await readStops(sync.store, run))).toMatchObject([
        { who: 'service', cause: 'refused', message: expect.stringMatching(/refuses each .* Set service.wire/) },
      ]);
      state.isMended = true;
      await ways[way](sync, only);
      expect(await sync.report()).toMatchObject({ status: 'finished', succeeded: 5, failed: 0 });
      expect(sync.world.journal).toHaveLength(5);
    },
  );

  it.each([
    ['is not mended in between: what is refused again fails', 5, [], 5, 2],
    ['takes another sale: the rest is refused for itself', 5, [4], 4, 1],
    ['has a single sale to refuse', 1, [], 1, 1],
  ] as const)('lets the run finish when it %s', async (_, sold, accepts, failed, runs) => {
    const { sync } = few(sold, accepts);
    for (let run = 0; run < runs; run += 1) await sync.run(only);
    expect(await sync.report()).toMatchObject({ status: 'finished', failed });
  });
});

type Way = 'process' | 'ticks' | 'workers';
const someWays = sized<readonly Way[]>({ quick: ['process'], all: ['process', 'ticks', 'workers'] });

describe('sales that are refused for themselves, in a run that the service then refuses as a whole', () => {
  const [history, outageFrom, ofThemselves] = [120, 81, 41];
  const numberOf = (about: string): number => Number(/9(\d{3})$/.exec(about)?.[1]);

  /** Stopped by a service that refuses everything, and that works again. The next sale of it is one that is refused for itself. */
  const stopped = async (
    way: keyof typeof ways,
    readRecord?: (clock: ReturnType<typeof virtualClock>) => SourceConnector['readRecord'],
  ): Promise<Sync> => {
    const state = { isOut: true };
    const clock = virtualClock();
    const connector = scriptedConnector({ pages: paged(sales(history), 20) });
    const store = memoryStore();
    const given = readRecord === undefined ? connector : { ...connector, readRecord: readRecord(clock) };
    const sync = aSync({
      script: { pages: [] },
      ...{ clock, store },
      service: {
        fault: ({ kind, about }) => {
          const n = numberOf(about);
          const isOfItself = n % 2 === 1 && n <= outageFrom;
          return kind === 'push' && (isOfItself || (state.isOut && n >= outageFrom)) ? faults.refused : undefined;
        },
      },
      ports: {
        concurrency: 1,
        storefronts: { first: { connector: given, policy: defaultPolicy } },
      },
    });
    await ways[way](sync, only);
    expect(await sync.report()).toMatchObject({ status: 'stopped', succeeded: 40, failed: 40 });
    state.isOut = false;
    return sync;
  };
  const only = { ...asked, storefronts: ['first'] };
  const all = { status: 'finished', considered: history, succeeded: history - ofThemselves, failed: ofThemselves };

  it.each(someWays)('do not stop it again: the rest is sent, by %s', async (way) => {
    const sync = await stopped(way);
    await ways[way](sync, only);
    expect(await sync.report()).toMatchObject(all);
  });

  it.each(someWays)(
    'do not stop it, either, when the platform does not give their records again, by %s',
    async (way) => {
      const asks: string[] = [];
      const sync = await stopped(way, () => (id) => {
        asks.push(id);
        return TE.left({ _tag: 'SourceRefused', message: 'it refuses the question' });
      });
      await ways[way](sync, only);
      expect(await sync.report()).toMatchObject(all);
      expect(new Set(asks).size).toBe(asks.length);
    },
  );

  it('are tried once, and after the rest of the history, by ticks that are too short for all of them', async () => {
    const answered: string[] = [];
    const { store, ports, clock, report } = await stopped('ticks', ({ sleep }) => (id) => async () => {
      await sleep(10_000)();
      answered.push(id);
      return E.right(O.none);
    });
    const { id } = right(await clock.run(recordRun(ports)(only)));
    const tick = async (): Promise<void> => {
      const endsAt = clock.now() + 45_000;
      const isInterrupted = (): boolean => clock.now() >= endsAt;
      await clock.run(async () => right(await continueRun({ ...ports, isInterrupted }, 45_000)(id)));
    };
    await tick();
    expect(await report()).toMatchObject({ ...all, status: 'running' });
    for (let ticks = 0; ticks < 15; ticks += 1) await tick();
    expect(right(await store.findRun(O.some(id))())).toMatchObject({ value: { status: 'finished' } });
    expect(answered.length).toBeGreaterThanOrEqual(ofThemselves);
    for (const one of answered) expect(answered.filter((other) => other === one).length).toBeLessThanOrEqual(2);
  });
});
