import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { Stop } from '../../sync/progress.ts';
import { sameAccount } from '../../sync/run/same-account.ts';
import { beginStorefront } from '../../sync/run/storefront-begin.ts';
import type { Session } from '../../sync/session.ts';
import { shortestServicePause } from '../limits.ts';
import { endStorefront } from './end-storefront.ts';
import type { JobContext } from './job-context.ts';
import { beginJob, pageJob } from './new-jobs.ts';
import { runSession } from './run-session.ts';
import { storefrontEnd, storefrontEnded } from '../../sync/run/storefront-end.ts';

/** How its storefronts ended when this run was last at work says nothing now: each of them gets a page. */
const reopen = async (session: Session): Promise<E.Either<StoreError, void>> => {
  const { run, book, ports } = session;
  const at = instantOfMilliseconds(ports.clock.now());
  for (const storefront of run.storefronts) {
    const begun = await beginStorefront(session, storefront);
    if (E.isLeft(begun)) return begun;
    const end = await storefrontEnd(book, run.id, storefront);
    if (E.isLeft(end)) return end;
    if (end.right === 'open') continue;
    const opened = await book.commitPage(storefrontEnded(run.id, storefront, 'open'), at)();
    if (E.isLeft(opened)) return opened;
  }
  return E.right(undefined);
};

/** None of its storefronts can be read for as long as the service refuses. */
const endAll = async (context: JobContext, { run }: Session, stop: Stop): Promise<E.Either<StoreError, void>> => {
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
    const opened = await runSession(context, runId, []);
    if (E.isLeft(opened)) return opened;
    if (opened.right === undefined) return E.right(undefined);
    const session = opened.right;
    const reopened = await reopen(session);
    if (E.isLeft(reopened)) return reopened;
    const again = async (): Promise<E.Either<StoreError, void>> =>
      desk.addJobs([beginJob(runId, engine.isClosing() ? 0 : shortestServicePause)])();
    const list = await session.remoteList.read();
    if (E.isLeft(list)) return list;
    const stop = typeof list.right === 'string' ? session.lane.stopped() : list.right;
    if (stop !== null && stop.cause !== 'no answer') return endAll(context, session, stop);
    if (stop !== null || list.right === 'halted') return again();
    const same = await sameAccount({ ...session, wire: session.ports.wire });
    if (E.isRight(same)) return desk.addJobs(session.run.storefronts.map((storefront) => pageJob(runId, storefront)))();
    const { _tag, message } = same.left;
    if (_tag === 'BookError') return E.left(same.left);
    session.ports.log.error(message, { runId });
    return endAll(context, session, { who: 'service', cause: 'credentials', message });
  };
