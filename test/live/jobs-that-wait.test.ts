import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { JobQueue, NewJob } from '../../src/domain/job-queue.ts';
import type { JobContext } from '../../src/live/jobs/job-context.ts';
import { taskNames } from '../../src/live/jobs/new-jobs.ts';
import { requestsTask, scheduleTask, tasksOf } from '../../src/live/jobs/tasks.ts';
import { makeContext } from '../../src/live/live-context.ts';
import { storefrontEndCommit } from '../../src/pipeline/run-marks.ts';
import { newStorefrontWorker } from '../../src/live/states.ts';
import { aLiveShop } from '../support/a-live-shop.ts';
import { aLiveWorld, theSale } from '../support/a-live-world.ts';
import { right } from '../support/right.ts';
import { aRequest } from '../support/a-report-line.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const never = (): boolean => false;
const unused = (): never => {
  throw new Error('not used here');
};
const jobQueue: JobQueue = {
  ready: TE.right(undefined),
  hasJobs: unused,
  areWorkedOn: unused,
  addJobs: () => TE.right(undefined),
  passTurn: () => TE.right(0),
  openRun: unused,
  commitPage: unused,
  startWorker: unused,
};

describe('a job about a storefront whose platform takes its time', () => {
  it.each([
    ['schedule', scheduleTask],
    ['resync requests', requestsTask],
  ] as const)('gives its slot back soon (%s), and what it had begun goes on to its end', async (_, task) => {
    const clock = virtualClock();
    const shop = aLiveShop(clock, { latency: 20_000 });
    const world = aLiveWorld({
      clock,
      shops: { 'us-store': shop },
      ports: { schedule: { catchUp: '*/15 * * * *', reconcile: null } },
    });
    const workers = new Map([['us-store', newStorefrontWorker('us-store')]]);
    const live = makeContext(world.ports, workers, { steadyNow: clock.now, isClosing: never, isCutOff: never });
    const detached = new Set<Promise<void>>();
    const context: JobContext = { live, jobQueue, workers, detached };
    await clock.run(async () => {
      await world.deliver(shop.put(theSale(1)), 'd1');
      const startedAt = clock.now();
      expect(E.isRight(await task(context)({ storefront: 'us-store' }))).toBe(true);
      expect(clock.now() - startedAt).toBeLessThan(3_000);
      expect(detached.size).toBe(1);
      await world.wait(5 * 60_000);
      expect(detached.size).toBe(0);
    });
    expect(world.service.journal).toHaveLength(1);
    expect(right(await world.store.inbox.catchUpCursor('us-store')())._tag).toBe(
      task === scheduleTask ? 'Some' : 'None',
    );
  });
});

describe('the job that ends a run whose storefront was refused', () => {
  it.each([
    ['closes it as stopped', [false, false], 'stopped'],
    ['leaves it alone when it is to begin again', [true], 'running'],
    ['leaves it alone when it was gone on with while its storefronts were read', [false, true], 'running'],
    ['leaves it alone when its storefronts were opened again between two looks', [false, 'opened'], 'running'],
  ])('%s', async (_, answers, status) => {
    const world = aLiveWorld();
    const at = '2026-04-01T12:00:00Z';
    right(await world.store.openRun(aRequest(), { id: 'run-9', at })());
    const refused = { who: 'us-store', cause: 'credentials', message: 'no' } as const;
    right(await world.store.commitPage(storefrontEndCommit('run-9', 'us-store', refused), at)());
    const live = makeContext(world.ports, new Map(), {
      steadyNow: world.clock.now,
      isClosing: never,
      isCutOff: never,
    });
    const asked = [...answers];
    const hasJobs: JobQueue['hasJobs'] = () => async () => {
      const answer = asked.shift() ?? unused();
      if (answer === 'opened')
        right(await world.store.commitPage(storefrontEndCommit('run-9', 'us-store', 'open'), at)());
      return E.right(answer === true);
    };
    const added: NewJob[] = [];
    const addJobs: JobQueue['addJobs'] = (jobs) => TE.fromIO(() => void added.push(...jobs));
    const queue = { ...jobQueue, hasJobs, addJobs };
    const context: JobContext = { live, jobQueue: queue, workers: new Map(), detached: new Set() };
    right((await tasksOf(context, 'history')[taskNames.end]?.({ run: 'run-9' })) ?? unused());
    // The job that begins it may be the one that has just ended its storefronts: then this one comes again.
    expect(added).toMatchObject(answers.includes(true) ? [{ task: 'end run', delay: 1_000 }] : []);
    expect(O.toNullable(right(await world.store.findRun(O.some('run-9'))()))).toMatchObject({ status });
    expect(asked).toStrictEqual([]);
  });
});
