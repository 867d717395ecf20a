/** The job that reads and settles pages of a historical sync, for half a minute before another storefront has its turn. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreResult } from '../../domain/sync-store.ts';
import { isRetryable, type SourceError } from '../../domain/errors.ts';
import { failureCauseOf, type SyncFailure, toStop } from '../../pipeline/failures.ts';
import { maxPause } from '../../pipeline/limits.ts';
import type { SyncPorts } from '../../pipeline/ports.ts';
import { runStorefront } from '../../pipeline/run-storefronts.ts';
import { readStorefrontEnd } from '../../pipeline/run-marks.ts';
import { credentialsPause, minServicePause, sourcePause } from '../limits.ts';
import { endStorefront, type JobContext, runContextOfJob } from './job-context.ts';
import { beginJob, pageJob } from './new-jobs.ts';

/**
 * Milliseconds for which a worker keeps a storefront. The next worker reads again the pages that this one read ahead, which is
 * little compared to this time.
 */
const turn = 30_000;

/** Milliseconds until a storefront that another job or process holds is tried again; a job that ends its turn wakes it sooner. */
const busyPause = 30_000;

/** Milliseconds that a job waits after its turn, so that a waiting job comes first. */
const restAfterTurn = 2_000;

/** Milliseconds until a storefront that this process does not know is tried again, perhaps by a process that knows it. */
const unknownPause = 10_000;

/** The pause after a failure that is no failure of the sync database. */
const pauseAfterFailure = ({ live }: JobContext, storefront: string, failure: SyncFailure): number => {
  live.sync.log.warn(failure.message, { storefront });
  return failure._tag === 'UnknownStorefront' ? unknownPause : credentialsPause;
};

/** The pause after a platform did not answer. */
const pauseWithoutAnswer = ({ live }: JobContext, storefront: string, error: SourceError): number => {
  // The message needs no remedy, because a worker retries by itself.
  live.sync.log.error(error.message, { who: storefront, cause: failureCauseOf(error) });
  return sourcePause;
};

/** The pause if the turn ended before the retries with the platform did. A rate limit is no failure. */
const pauseAfterTurn = (context: JobContext, storefront: string, after: SourceError | undefined): number => {
  if (after === undefined) return 0;
  return after._tag === 'SourceThrottled'
    ? Math.min(maxPause, after.retryAfterMs ?? 0)
    : pauseWithoutAnswer(context, storefront, after);
};

/** Whether the host now has another key than the one that the service refused. */
const hasNewKey = async (
  { live: { accounts } }: JobContext,
  runId: string,
  refused: SyncPorts['service'],
): Promise<boolean> => {
  const name = await accounts.ofRun(runId);
  if (E.isLeft(name) || O.isNone(name.right)) return false;
  const account = await accounts.open(name.right.value);
  return E.isRight(account) && account.right.sync.service !== refused;
};

/**
 * The job remains until it has added the next one, so that a worker may be killed at any moment: then the job runs again, and
 * continues after the last committed page.
 */
export const pageTask =
  (context: JobContext) =>
  async ({ run: runId, storefront }: { readonly run: string; readonly storefront: string }): StoreResult<void> => {
    const { live, jobQueue } = context;
    const { clock, log } = live.sync;
    const opened = await runContextOfJob(context, runId);
    if (E.isLeft(opened)) return opened;
    if (opened.right === undefined) return E.right(undefined);
    const runContext = opened.right;
    // A worker that was wrongly found dead may have added this job after its successor ended the storefront. Until the run is
    // continued, which first clears that end, this job must not save another end.
    const ended = await readStorefrontEnd(runContext.store, runId, storefront);
    if (E.isLeft(ended)) return ended;
    if (ended.right !== 'open') return E.right(undefined);
    const begunAt = clock.now();
    const end = await runStorefront(runContext, () => Math.abs(clock.now() - begunAt) >= turn)(storefront);
    if (E.isLeft(end) && end.left._tag === 'StorefrontBusy') {
      log.debug(end.left.message, { storefront });
      return jobQueue.addJobs([{ ...pageJob(runId, storefront, busyPause), waitsForTurnAt: storefront }])();
    }
    const waiting = await jobQueue.passTurn(storefront)();
    if (E.isLeft(waiting)) return waiting;
    const again = (delay: number): StoreResult<void> => {
      const pause = waiting.right === 0 ? delay : Math.max(delay, restAfterTurn);
      return jobQueue.addJobs([pageJob(runId, storefront, pause)])();
    };
    if (E.isLeft(end)) {
      return end.left._tag === 'StoreError'
        ? E.left(end.left)
        : again(pauseAfterFailure(context, storefront, end.left));
    }
    switch (end.right._tag) {
      case 'Done':
        return endStorefront(context, runId, storefront, 'read');
      case 'Halted': {
        const stop = runContext.client.stopped();
        if (stop === null) return again(pauseAfterTurn(context, storefront, end.right.after));
        if (stop.cause === 'no answer') return again(minServicePause);
        const isRenewed = stop.cause === 'credentials' && (await hasNewKey(context, runId, runContext.ports.service));
        // The run starts from its beginning, which checks that the new key belongs to the same account.
        return isRenewed ? jobQueue.addJobs([beginJob(runId)])() : endStorefront(context, runId, storefront, stop);
      }
      case 'SourceStopped': {
        const { error } = end.right;
        if (isRetryable(error)) return again(pauseWithoutAnswer(context, storefront, error));
        const stop = toStop(storefront, error);
        log.error(stop.message, { who: storefront, cause: stop.cause });
        return endStorefront(context, runId, storefront, stop);
      }
    }
  };
