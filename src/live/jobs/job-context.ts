import type { JobQueue } from '../../domain/job-queue.ts';
import type { LiveContext } from '../live-context.ts';
import type { StorefrontWorker } from '../storefront-worker.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreResult } from '../../domain/sync-store.ts';
import { zeroCounts } from '../../domain/run.ts';
import { endedByOther, openRunContext } from '../../pipeline/run-context.ts';
import { storeWithRetry } from '../../pipeline/store-with-retry.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { Stop } from '../../pipeline/progress.ts';
import { storefrontEndCommit } from '../../pipeline/run-marks.ts';
import { endJob } from './new-jobs.ts';
import type { SyncPorts } from '../../pipeline/ports.ts';
import { attempt } from '../../domain/attempt.ts';

export interface JobContext {
  readonly live: LiveContext;
  readonly jobQueue: JobQueue;
  readonly workers: ReadonlyMap<string, StorefrontWorker>;
  /** Work that goes on after its job has ended, because it waits for a platform. */
  readonly detached: Set<Promise<void>>;
}

/**
 * Each job is an owner: two jobs of one process hold no storefront together, and a worker that was stopped and wakes commits
 * nothing over what its successor found. It begins with the name of the process, whose leases end when it is found dead.
 */
const ownerOfJob = ({ owner, random }: Pick<SyncPorts, 'owner' | 'random'>): string =>
  `${owner} #${random.next().toString(36).slice(2)}`;

/** The ports of a run's account, and the queue that commits for it; undefined for an unknown run. */
const accountOfJob = async (
  { live: { accounts }, jobQueue }: JobContext,
  runId: string,
): StoreResult<{ readonly sync: SyncPorts; readonly jobQueue: JobQueue } | undefined> => {
  const name = await accounts.ofRun(runId);
  if (E.isLeft(name)) return name;
  if (O.isNone(name.right)) return E.right(undefined);
  const opened = await accounts.open(name.right.value);
  // The job is tried again later: the host may know the account by then.
  if (E.isLeft(opened)) return E.left({ _tag: 'StoreError', problem: 'other', message: opened.left.message });
  return E.right({ sync: opened.right.sync, jobQueue: opened.right.jobs ?? jobQueue });
};

/** The context of a run for one job; undefined when the run is finished, paused or unknown. */
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

/** Notes how a storefront of a run ended; whether the run is over, the next job finds out. */
export const endStorefront = async (
  context: JobContext,
  runId: string,
  storefront: string,
  end: 'read' | Stop,
): StoreResult<void> => {
  const account = await accountOfJob(context, runId);
  if (E.isLeft(account)) return account;
  const at = instantOfMilliseconds(context.live.sync.clock.now());
  return (account.right?.jobQueue ?? context.jobQueue).commitPage(storefrontEndCommit(runId, storefront, end), at, [
    endJob(runId),
  ])();
};
