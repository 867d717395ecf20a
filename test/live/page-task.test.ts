import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { JobQueue, NewJob } from '../../src/domain/job-queue.ts';
import type { StoreError } from '../../src/domain/sync-store.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { memoryStore } from '../support/memory-store.ts';
import { storefrontEndCommit } from '../../src/pipeline/run-marks.ts';
import { pageTask } from '../../src/live/jobs/page-task.ts';
import { makeContext } from '../../src/live/live-context.ts';
import { aSync, request, silent } from '../support/a-sync.ts';
import { right } from '../support/right.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';

interface Turn {
  readonly errors: readonly string[];
  /** Of equal keys the last one counts. */
  readonly jobs: readonly NewJob[];
  /** Milliseconds. */
  readonly took: number;
}

/** A worker's turn at a storefront whose platform fails like that for as long as it is asked. */
const turnAt = async (
  error: SourceError | 'hangs',
  {
    end = 'open',
    holder = null,
    waiting = 0,
    isClosing = false,
  }: {
    readonly end?: Parameters<typeof storefrontEndCommit>[2];
    /** Of the storefront's lease. */
    readonly holder?: string | null;
    /** Jobs that wait for their turn. */
    readonly waiting?: number;
    /** Whether the worker stops. */
    readonly isClosing?: boolean;
  } = {},
): Promise<Turn> => {
  const store = memoryStore();
  const errors: string[] = [];
  const log = { ...silent, error: (message: string) => void errors.push(message) };
  const fault = (): SourceError | undefined => (error === 'hangs' ? undefined : error);
  const script = { pages: [], fault };
  const connector = scriptedConnector(script);
  const hanging: SourceConnector = { ...connector, readPage: () => () => new Promise(() => undefined) };
  const storefront = { connector: error === 'hangs' ? hanging : connector, policy: defaultPolicy };
  const { ports, clock } = aSync({
    script,
    store,
    ports: { storefronts: { 'us-store': storefront }, isGone: () => false },
  });
  const startedAt = clock.now();
  const run = right(await store.openRun(request, { id: 'run', at: '2026-03-01T00:00:00Z' })());
  right(await store.commitPage(storefrontEndCommit(run.id, 'us-store', end), '2026-03-01T00:00:00Z')());
  const lease = { now: startedAt, until: startedAt + 60_000 };
  if (holder !== null) right(await store.acquireLease('us-store', holder, lease, () => false)());
  const jobs: NewJob[] = [];
  const add = (more: readonly NewJob[]): TE.TaskEither<StoreError, void> => TE.fromIO(() => void jobs.push(...more));
  const jobQueue: JobQueue = {
    ready: TE.right(undefined),
    hasJobs: () => TE.right(false),
    areWorkedOn: () => TE.right(false),
    addJobs: add,
    passTurn: () => TE.right(waiting),
    openRun: (opening, fresh) => store.openRun(opening, fresh),
    commitPage: (page, at, then) => TE.chain(() => add(then))(store.commitPage(page, at)),
    startWorker: () => TE.right({ stop: () => Promise.resolve() }),
  };
  const schedule = { catchUp: null, reconcile: null };
  const livePorts = { sync: ports, inbox: store.inbox, log, schedule, onEvent: () => undefined };
  const never = (): boolean => false;
  const live = makeContext(livePorts, new Map(), {
    steadyNow: clock.now,
    isClosing: () => isClosing,
    isCutOff: never,
  });
  const task = pageTask({ live, jobQueue, workers: new Map(), detached: new Set() });
  expect(E.isRight(await clock.run(() => task({ run: run.id, storefront: 'us-store' })))).toBe(true);
  return { errors, jobs, took: clock.now() - startedAt };
};

describe('a worker whose platform gives no answer', () => {
  it('is reported, and continues by itself after a while: it asks no person to run it again', async () => {
    const { errors, jobs } = await turnAt({ _tag: 'SourceUnreachable', message: 'no answer', cause: 'network' });
    expect(errors).toStrictEqual(['no answer']);
    expect(jobs.at(-1)).toMatchObject({ task: 'next page', delay: 30_000 });
  });

  it('gives its slot back at the end of its turn when the platform hangs, and comes again after a while', async () => {
    const { errors, jobs, took } = await turnAt('hangs');
    expect(errors).toStrictEqual(['The platform did not respond within 30 seconds']);
    expect(jobs.at(-1)).toMatchObject({ task: 'next page', delay: 30_000 });
    expect(took).toBeLessThan(32_000);
  });

  it('is reported the same way when the retries with the platform ended before its turn', async () => {
    const { errors, jobs } = await turnAt({ _tag: 'SourceThrottled', message: 'too fast', retryAfterMs: 1 });
    expect(errors).toStrictEqual(['too fast']);
    expect(jobs.at(-1)).toMatchObject({ task: 'next page', delay: 30_000 });
  });

  it('waits as long as the platform asks when its turn is over, which is no problem', async () => {
    const { errors, jobs } = await turnAt({ _tag: 'SourceThrottled', message: 'too fast', retryAfterMs: 20_000 });
    expect(errors).toStrictEqual([]);
    expect(jobs.at(-1)).toMatchObject({ task: 'next page', delay: 20_000 });
  });

  it('ends its storefront when it is refused, with the reason, as a person must act', async () => {
    const { errors, jobs } = await turnAt({ _tag: 'SourceRefused', message: 'orders of that age are not shown' });
    expect(errors).toStrictEqual(['orders of that age are not shown']);
    expect(jobs.at(-1)).toMatchObject({ task: 'end run' });
  });

  it('waits for its turn while another job is at its storefront, and asks the platform nothing', async () => {
    const { errors, jobs } = await turnAt('hangs', { holder: 'host/1/2 #another job' });
    expect(errors).toStrictEqual([]);
    expect(jobs).toMatchObject([{ task: 'next page', delay: 30_000, waitsForTurnAt: 'us-store' }]);
  });

  it('stands back after its turn when another run waits for its own', async () => {
    const throttled = { _tag: 'SourceThrottled', message: 'too fast', retryAfterMs: 20_000 } as const;
    const brief = { ...throttled, retryAfterMs: 1_000 };
    expect((await turnAt(brief)).jobs.at(-1)).toMatchObject({ delay: 1_000 });
    expect((await turnAt(brief, { waiting: 1 })).jobs.at(-1)).toMatchObject({ delay: 2_000, waitsForTurnAt: null });
    expect((await turnAt(throttled, { waiting: 1 })).jobs.at(-1)).toMatchObject({ delay: 20_000 });
  });

  it('leaves its storefront to the next worker when it stops before its turn', async () => {
    const { errors, jobs } = await turnAt('hangs', { isClosing: true });
    expect(errors).toStrictEqual([]);
    expect(jobs).toMatchObject([{ task: 'next page', delay: 0 }]);
  });

  it('leaves a storefront that has ended as it is: a worker that was taken for dead had added one job too many', async () => {
    const stop = { who: 'service', cause: 'credentials', message: 'the key was refused' } as const;
    const { errors, jobs } = await turnAt(
      { _tag: 'SourceRefused', message: 'orders of that age are not shown' },
      { end: stop },
    );
    expect({ errors, jobs }).toStrictEqual({ errors: [], jobs: [] });
  });
});
