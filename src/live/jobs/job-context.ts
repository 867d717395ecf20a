/** Prepares one job of a historical sync, which another process may have been working on a moment ago. */
import type { JobQueue } from '../../domain/job-queue.ts';
import type { LiveContext } from '../live-context.ts';
import type { StorefrontWorker } from '../states.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError, StoreResult } from '../../domain/sync-store.ts';
import type { SyncFailure } from '../../pipeline/failures.ts';
import { zeroCounts } from '../../domain/run.ts';
import { endedByOther, openRunContext } from '../../pipeline/run-context.ts';
import { storeWithRetry } from '../../pipeline/store-with-retry.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import { type StorefrontEnd, storefrontEndCommit } from '../../pipeline/run-marks.ts';
import { endJob } from './new-jobs.ts';
import type { SyncPorts } from '../../pipeline/ports.ts';
import { attempt } from '../../domain/attempt.ts';

export interface JobContext {
  readonly live: LiveContext;
  readonly jobQueue: JobQueue;
  readonly workers: ReadonlyMap<string, StorefrontWorker>;
  /** Work that continues after its job has ended, because it waits for a platform. */
  readonly detached: Set<Promise<void>>;
}

/** The context of a run for one job; undefined if the run is finished, paused or unknown. */
export const runContextOfJob = (
  context: JobContext,
  runId: string,
): StoreResult<ReturnType<typeof openRunContext> | undefined> =>
  attempt(async (take) => {
    const account = await take(accountOfJob(context, runId));
    if (account === undefined) return;
    const { sync } = account;
    const isEnded = endedByOther(sync, runId);
    const isInterrupted = (): boolean => context.live.isClosing() || isEnded();
    const ports = { ...sync, owner: ownerOfJob(context.live.sync), isInterrupted };
    const store = storeWithRetry(ports.store, ports);
    const run = await take(store.findRun(O.some(runId))());
    if (O.isNone(run) || run.value.status !== 'running') return;
    return openRunContext(ports, store, run.value, zeroCounts);
  });

/** Keeps how a storefront of a run ended; the next job finds out whether the run is over. */
export const keepEnd =
  (context: JobContext, runId: string) =>
  async (storefront: string, end: StorefrontEnd): StoreResult<void> => {
    const account = await accountOfJob(context, runId);
    if (E.isLeft(account)) return account;
    const at = instantOfMilliseconds(context.live.sync.clock.now());
    return (account.right?.jobQueue ?? context.jobQueue).commitPage(storefrontEndCommit(runId, storefront, end), at, [
      endJob(runId),
    ])();
  };

/** The result of a job. A failure that is no failure of the sync database is left to a later job. */
export const toJobResult = (failure: SyncFailure): E.Either<StoreError, void> =>
  failure._tag === 'StoreError' ? E.left(failure) : E.right(undefined);

/** The ports of the account of a run, and the queue that commits for it; undefined for an unknown run. */
const accountOfJob = async (
  { live: { accounts }, jobQueue }: JobContext,
  runId: string,
): StoreResult<{ readonly sync: SyncPorts; readonly jobQueue: JobQueue } | undefined> => {
  const name = await accounts.ofRun(runId);
  if (E.isLeft(name)) return name;
  if (O.isNone(name.right)) return E.right(undefined);
  const opened = await accounts.open(name.right.value);
  // The job is retried later: the host may know the account by then.
  if (E.isLeft(opened)) return E.left({ _tag: 'StoreError', problem: 'other', message: opened.left.message });
  return E.right({ sync: opened.right.sync, jobQueue: opened.right.jobs ?? jobQueue });
};

/**
 * Each job is an owner: two jobs of one process never hold a storefront together, and a worker that was stopped and wakes up
 * cannot overwrite what its successor committed. The name begins with the name of the process, whose leases end when the process
 * is found dead.
 */
const ownerOfJob = ({ owner, random }: Pick<SyncPorts, 'owner' | 'random'>): string =>
  `${owner} #${random.next().toString(36).slice(2)}`;
