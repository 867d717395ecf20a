import type { LiveContext } from './live-context.ts';
import { requestsPerStorefront, idleDispatch, maxTasks } from './limits.ts';
import { holdsSlot, type StorefrontWorker } from './storefront-worker.ts';
import { mayBeDue, runTasks } from './run-tasks.ts';
import { workStorefront } from './work-storefront.ts';

/** Begins what is to be done at each storefront: bells that were rung, and tasks that are due. Waits for nothing. */
export const dispatchDue = (
  context: LiveContext,
  workers: ReadonlyMap<string, StorefrontWorker>,
  begin: (work: Promise<unknown>) => void,
): void => {
  const now = context.steadyNow();
  let busy = [...workers.values()].filter((worker) => holdsSlot(worker, now)).length;
  for (const worker of workers.values()) {
    if (now >= worker.nextLook && now >= worker.restsUntil && worker.hands < requestsPerStorefront) {
      // Noted before anything is claimed: a bell that is rung meanwhile is not overlooked.
      worker.nextLook = now + idleDispatch;
      begin(workStorefront(context, worker));
    }
    if (busy < maxTasks && mayBeDue(context, worker)) {
      busy += 1;
      begin(runTasks(context, worker));
    }
  }
};
