import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds } from '../../core/instant.ts';
import type { BookError } from '../../core/record-book.ts';
import type { SourceError } from '../../core/source-error.ts';
import { leaseOf } from '../../sync/hold-lease.ts';
import type { Session } from '../../sync/session.ts';
import type { SyncFailure } from '../../sync/sync-failure.ts';
import { syncNextPage } from '../../sync/sync-next-page.ts';
import { credentialsPause, shortestServicePause, sourcePause } from '../limits.ts';
import type { JobContext } from './job-context.ts';
import { endJob, pageJob } from './new-jobs.ts';
import { runSession } from './run-session.ts';
import { endOfStorefront } from './end-task.ts';

/** Milliseconds until a storefront that another process holds is looked at again. */
const busyPause = 30_000;

const pauseAfter = ({ _tag }: SourceError): number =>
  _tag === 'SourceCredentialsRefused' ? credentialsPause : sourcePause;

/** Notes that a storefront is read to its end; whether the run is, the next job finds out. */
const endStorefront = async (
  { desk, engine }: JobContext,
  { run }: Session,
  storefront: string,
): Promise<E.Either<BookError, void>> => {
  const end = { window: endOfStorefront, next: O.none };
  const page = { runId: run.id, storefront, checkpoint: end, entries: [], references: [], settled: [] };
  return desk.commitPage(page, instantOfMilliseconds(engine.sync.clock.now()), [endJob(run.id)])();
};

/** How long the next attempt waits after a failure that is no failure of the record book. */
const pauseAfterFailure = ({ engine }: JobContext, storefront: string, failure: SyncFailure): number => {
  engine.sync.log.warn(failure.message, { storefront });
  return failure._tag === 'StorefrontBusy' ? busyPause : credentialsPause;
};

/**
 * Settles the next page of a storefront of a run. Its rows and the job of the page after it are one commit, so that a
 * worker may be killed at any moment: either both are there, or this job is done again.
 */
export const pageTask =
  (context: JobContext) =>
  async ({
    run: runId,
    storefront,
  }: {
    readonly run: string;
    readonly storefront: string;
  }): Promise<E.Either<BookError, void>> => {
    const { engine, desk, memory } = context;
    const opened = await runSession(context, runId, [pageJob(runId, storefront)]);
    if (E.isLeft(opened)) return opened;
    if (opened.right === undefined) return E.right(undefined);
    const session = opened.right;
    const lease = leaseOf(session, storefront);
    const again = (delay: number): Promise<E.Either<BookError, void>> =>
      desk.add([pageJob(runId, storefront, delay)])();

    const end = await syncNextPage(session, memory, lease)(storefront);
    if (E.isLeft(end)) {
      return end.left._tag === 'BookError' ? E.left(end.left) : again(pauseAfterFailure(context, storefront, end.left));
    }
    switch (end.right._tag) {
      case 'PageSettled':
        return E.right(undefined);
      case 'Done': {
        const ended = await endStorefront(context, session, storefront);
        if (E.isRight(ended)) await lease.release();
        return ended;
      }
      case 'Halted':
        return again(session.lane.stopped() === null ? 0 : shortestServicePause);
      case 'SourceStopped':
        engine.sync.log.error(end.right.error.message, { who: storefront });
        return again(pauseAfter(end.right.error));
    }
  };
