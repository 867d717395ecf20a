import { expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { JobQueue } from '../../src/domain/job-queue.ts';
import { startOnWorkers } from '../../src/live/index.ts';
import { aSync, request } from '../support/a-sync.ts';
import { left } from '../support/right.ts';

const untouched = TE.left({ _tag: 'StoreError', problem: 'other', message: 'the desk was asked' } as const);
const desk: JobQueue = {
  ready: untouched,
  hasJobs: () => untouched,
  addJobs: () => untouched,
  openRun: () => untouched,
  commitPage: () => untouched,
  startWorker: () => untouched,
};

it.each([
  ['of no storefront', []],
  ['of one that is not configured', ['eu-store']],
])('a request %s is refused before it reaches the workers', async (_, storefronts) => {
  const { ports } = aSync({ script: { pages: [] } });
  const handed = await startOnWorkers(ports, desk)({ ...request, storefronts })();
  expect(left(handed)).toMatchObject({ _tag: 'UnknownStorefront' });
});
