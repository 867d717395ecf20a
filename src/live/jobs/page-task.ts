/** The job that reads and settles pages of a historical sync, for half a minute before another storefront has its turn. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreResult } from '../../domain/sync-store.ts';
import { type Advance, advance } from '../../pipeline/advance-run.ts';
import { failureCauseOf, type SyncFailure } from '../../pipeline/failures.ts';
import type { SyncPorts } from '../../pipeline/ports.ts';
import { credentialsPause, minServicePause, sourcePause } from '../limits.ts';
import { type JobContext, keepEnd, runContextOfJob } from './job-context.ts';
import { beginJob, pageJob } from './new-jobs.ts';
import { attempt } from '../../domain/attempt.ts';

/**
 * Milliseconds for which a worker keeps a storefront. The next worker reads again the pages that this one read ahead, which is
 * little compared to this time.
 */
const turn = 30_000;

/** Milliseconds until a storefront that another job or process holds is tried again; a job that ends its turn wakes it sooner. */
const busyPause = 30_000;

/** Milliseconds that a job waits after its turn, so that a waiting job comes first. */
const restAfterTurn = 2_000;

/**
 * The job remains until it has added the next one, so that a worker may be killed at any moment: then the job runs again, and
 * continues after the last committed page.
 */
export const pageTask =
  (context: JobContext) =>
  ({ run: runId, storefront }: { readonly run: string; readonly storefront: string }): StoreResult<void> =>
    attempt(async (take) => {
      const { jobQueue } = context;
      const runContext = await take(runContextOfJob(context, runId));
      if (runContext === undefined) return;
      const keep = keepEnd(context, runId);
      // A worker that was wrongly found dead may have added this job after its successor ended the storefront: then nothing is
      // read, and no other end is kept.
      const advanced = await advance(runContext, turn, {
        storefronts: [storefront],
        keepEnd: async (_, end) => {
          const isOfKey = typeof end === 'object' && end.who !== storefront && end.cause === 'credentials';
          // The run starts from its beginning, which checks that the new key belongs to the same account.
          return isOfKey && (await hasNewKey(context, runId, runContext.ports.service))
            ? jobQueue.addJobs([beginJob(runId)])()
            : keep(storefront, end);
        },
      });
      if (E.isLeft(advanced) && advanced.left._tag === 'StoreError') return take(E.left(advanced.left));
      const left = E.isRight(advanced) ? advanced.right.open.get(storefront) : undefined;
      if (left?.isBusy === true)
        return take(jobQueue.addJobs([{ ...pageJob(runId, storefront, busyPause), waitsForTurnAt: storefront }])());
      const waiting = await take(jobQueue.passTurn(storefront)());
      if (E.isRight(advanced) && left === undefined) return;
      const pause = pauseOf(context, storefront, advanced);
      return take(jobQueue.addJobs([pageJob(runId, storefront, Math.max(pause, waiting === 0 ? 0 : restAfterTurn))])());
    });

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

/** Milliseconds until a storefront that this process does not know is tried again, perhaps by a process that knows it. */
const unknownPause = 10_000;

/** Milliseconds until a storefront is tried again that another job or process does not hold. */
const pauseOf = (
  { live: { sync } }: JobContext,
  storefront: string,
  result: E.Either<SyncFailure, Advance>,
): number => {
  if (E.isLeft(result)) {
    sync.log.warn(result.left.message, { storefront });
    return result.left._tag === 'UnknownStorefront' ? unknownPause : credentialsPause;
  }
  const [stop] = result.right.stops;
  if (stop !== undefined) return stop.who === storefront ? sourcePause : minServicePause;
  const { until = 0, after } = result.right.open.get(storefront) ?? {};
  // A rate limit is no failure.
  if (after === undefined || after._tag === 'SourceThrottled') return Math.max(0, until - sync.clock.now());
  sync.log.error(after.message, { who: storefront, cause: failureCauseOf(after) });
  return sourcePause;
};
