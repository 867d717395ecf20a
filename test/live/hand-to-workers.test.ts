import { expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { defaultAccount } from '../../src/domain/inbox.ts';
import type { JobQueue } from '../../src/domain/job-queue.ts';
import { liveWorker } from '../../src/live/live-worker.ts';
import { startOnWorkers } from '../../src/live/index.ts';
import { recordRun } from '../../src/pipeline/historical-sync.ts';
import { aLiveWorld, theSale } from '../support/a-live-world.ts';
import { aSync, request } from '../support/a-sync.ts';
import { left, right } from '../support/right.ts';

const untouched = TE.left({ _tag: 'StoreError', problem: 'other', message: 'the jobQueue was asked' } as const);
const jobQueue: JobQueue = {
  ready: untouched,
  hasJobs: () => untouched,
  areWorkedOn: () => untouched,
  addJobs: () => untouched,
  passTurn: () => untouched,
  openRun: () => untouched,
  commitPage: () => untouched,
  startWorker: () => untouched,
};

it.each([
  ['of no storefront', []],
  ['of one that is not configured', ['eu-store']],
])('a request %s is refused before it reaches the workers', async (_, storefronts) => {
  const { ports } = aSync({ script: { pages: [] } });
  const handed = await startOnWorkers(ports, jobQueue)({ ...request, storefronts })();
  expect(left(handed)).toMatchObject({ _tag: 'UnknownStorefront' });
});

it('a tick leaves a run to its workers, also while none of them holds a storefront of it', async () => {
  const world = aLiveWorld();
  world.shop.put(theSale(1));
  const { sync, reviews, proof } = world.ports;
  const queued = new Set<string>();
  const jobs = { ...jobQueue, areWorkedOn: (keys: readonly string[]) => TE.right(keys.some((key) => queued.has(key))) };
  const account = E.right({ sync, reviews, proof, jobs });
  const accounts = {
    nameOf: () => defaultAccount,
    ofRun: () => Promise.resolve(E.right(O.some(defaultAccount))),
    open: () => Promise.resolve(account),
  };
  await world.clock.run(async () => {
    const { id } = right(await recordRun(sync)(request)());
    queued.add(`page ${id} `);
    expect(right(await liveWorker({ ...world.ports, accounts }).tick(10_000)).historicalSyncs).toStrictEqual([]);
    expect(world.service.requests).toHaveLength(0);
    queued.clear();
    expect(right(await liveWorker({ ...world.ports, accounts }).tick(10_000)).historicalSyncs).toMatchObject([
      { status: 'finished' },
    ]);
  });
});
