import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { type JobContext, runContextOfJob } from './job-context.ts';
import { beginJob } from './new-jobs.ts';
import { storefrontEnd } from '../../pipeline/run-marks.ts';

/** Ends a run when all of its storefronts have ended. The last one to end finds the others at theirs. */
export const endTask =
  (context: JobContext) =>
  async ({ run: runId }: { readonly run: string }): Promise<E.Either<StoreError, void>> => {
    const { desk } = context;
    const opened = await runContextOfJob(context, runId, []);
    if (E.isLeft(opened)) return opened;
    if (opened.right === undefined) return E.right(undefined);
    const { store, run, ports } = opened.right;
    // Of two storefronts that end at once each adds this job. The one too many may come when the run was stopped and is gone
    // on with: how its storefronts ended is of the time before.
    const isToBegin = await desk.hasJobs([beginJob(run.id).key])();
    if (E.isLeft(isToBegin)) return isToBegin;
    if (isToBegin.right) return E.right(undefined);
    let isRead = true;
    for (const storefront of run.storefronts) {
      const end = await storefrontEnd(store, run.id, storefront);
      if (E.isLeft(end)) return end;
      if (end.right === 'open') return E.right(undefined);
      isRead = isRead && end.right === 'read';
    }
    const status = isRead ? 'finished' : 'stopped';
    ports.log.info('the run ended', { runId: run.id, status });
    return store.closeRun(run.id, status, instantOfMilliseconds(ports.clock.now()))();
  };
