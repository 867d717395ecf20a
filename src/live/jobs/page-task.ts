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
 * Milliseconds for which a worker keeps a storefront. Pages that it read ahead are read again by the next one: a small
 * part of so long a turn.
 */
const turn = 30_000;

/** Milliseconds until a storefront that another job or process holds is looked at again; a job passes its turn on sooner. */
const busyPause = 30_000;

/** Milliseconds for which a job stands back after its turn, so that one that waits for its own comes first. */
const restAfterTurn = 2_000;

/** Until a storefront that this process does not know is looked at again, perhaps by one that does. */
const unknownPause = 10_000;

/** How long the next attempt waits after a failure that is no failure of the sync database. */
const pauseAfterFailure = ({ live }: JobContext, storefront: string, failure: SyncFailure): number => {
  live.sync.log.warn(failure.message, { storefront });
  return failure._tag === 'UnknownStorefront' ? unknownPause : credentialsPause;
};

/** How long the next turn waits for a platform that gave no answer. */
const pauseWithoutAnswer = ({ live }: JobContext, storefront: string, error: SourceError): number => {
  // Without a remedy: a worker retries by itself.
  live.sync.log.error(error.message, { who: storefront, cause: failureCauseOf(error) });
  return sourcePause;
};

/** The turn ended before the retries with the platform did. Being rate limited is no failure. */
const pauseAfterTurn = (context: JobContext, storefront: string, after: SourceError | undefined): number => {
  if (after === undefined) return 0;
  return after._tag === 'SourceThrottled'
    ? Math.min(maxPause, after.retryAfterMs ?? 0)
    : pauseWithoutAnswer(context, storefront, after);
};

/** Whether the host has another key by now than the one that the service has refused. */
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
 * Reads and settles pages of a storefront of a run, until it is another storefront's turn. The job remains until it has added the
 * next one, so that a worker may be killed at any moment: then the job runs again, and goes on after the last committed page.
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
    // A worker that was found dead and is not may have added this job after its successor ended the storefront. Until the run is
    // gone on with, which begins with clearing the end, it must not note another one.
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
        // From its beginning, which makes sure that the new key is of the same account.
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
