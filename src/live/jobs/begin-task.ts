import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { Stop } from '../../pipeline/progress.ts';
import { checkAccount } from '../../pipeline/check-account.ts';
import { markStorefrontBegin, storefrontEnd, storefrontEnded } from '../../pipeline/run-marks.ts';
import type { RunContext } from '../../pipeline/run-context.ts';
import { minServicePause } from '../limits.ts';
import { endStorefront } from './end-storefront.ts';
import { type JobContext, runContextOfJob } from './job-context.ts';
import { beginJob, pageJob } from './new-jobs.ts';

/** How its storefronts ended when this run was last at work says nothing now: each of them gets a page. */
const reopen = async (runContext: RunContext): Promise<E.Either<StoreError, void>> => {
  const { run, store, ports } = runContext;
  const at = instantOfMilliseconds(ports.clock.now());
  for (const storefront of run.storefronts) {
    const begun = await markStorefrontBegin(runContext, storefront);
    if (E.isLeft(begun)) return begun;
    const end = await storefrontEnd(store, run.id, storefront);
    if (E.isLeft(end)) return end;
    if (end.right === 'open') continue;
    const opened = await store.commitPage(storefrontEnded(run.id, storefront, 'open'), at)();
    if (E.isLeft(opened)) return opened;
  }
  return E.right(undefined);
};

/** None of its storefronts can be read for as long as the service refuses. */
const endAll = async (context: JobContext, { run }: RunContext, stop: Stop): Promise<E.Either<StoreError, void>> => {
  for (const storefront of run.storefronts) {
    const ended = await endStorefront(context, run.id, storefront, stop);
    if (E.isLeft(ended)) return ended;
  }
  return E.right(undefined);
};

/** Reads the head of what the service holds, and adds the first page of each storefront of a run. */
export const beginTask =
  (context: JobContext) =>
  async ({ run: runId }: { readonly run: string }): Promise<E.Either<StoreError, void>> => {
    const { engine, desk } = context;
    const opened = await runContextOfJob(context, runId, []);
    if (E.isLeft(opened)) return opened;
    if (opened.right === undefined) return E.right(undefined);
    const runContext = opened.right;
    const reopened = await reopen(runContext);
    if (E.isLeft(reopened)) return reopened;
    const again = async (): Promise<E.Either<StoreError, void>> =>
      desk.addJobs([beginJob(runId, engine.isClosing() ? 0 : minServicePause)])();
    const list = await runContext.remoteList.read();
    if (E.isLeft(list)) return list;
    const stop = typeof list.right === 'string' ? runContext.client.stopped() : list.right;
    if (stop !== null && stop.cause !== 'no answer') return endAll(context, runContext, stop);
    if (stop !== null || list.right === 'halted') return again();
    const same = await checkAccount({ ...runContext, wire: runContext.ports.wire });
    if (E.isRight(same))
      return desk.addJobs(runContext.run.storefronts.map((storefront) => pageJob(runId, storefront)))();
    const { _tag, message } = same.left;
    if (_tag === 'BookError') return E.left(same.left);
    runContext.ports.log.error(message, { runId });
    return endAll(context, runContext, { who: 'service', cause: 'credentials', message });
  };
