/** Continues unfinished historical syncs within a tick, for hosts without a long-running process. */
import * as E from 'fp-ts/lib/Either.js';
import type { UnfinishedRun } from '../domain/inbox.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import { inParallel } from '../domain/async.ts';
import { errorName } from '../domain/errors.ts';
import { leaseLength as maxLeaseLength } from '../pipeline/limits.ts';
import { historyLeaseMargin, maxTasks } from './limits.ts';
import type { LiveContext } from './live-context.ts';
import type { HistoricalProgress } from './live-ports.ts';
import { isOnWorkers } from './jobs/new-jobs.ts';

/**
 * Continues a few unfinished runs at a time, without runs that another process or worker has, until the tick is closing. A run
 * with a storefront that this process does not know waits, and that is reported.
 *
 * @param endsAt when that will be, by the live worker's `steadyNow`
 */
export const advanceHistory = async (
  context: LiveContext,
  workers: ReadonlyMap<string, unknown>,
  endsAt: number,
): StoreResult<readonly HistoricalProgress[]> => {
  const { inbox, sync, accounts, isClosing, onProblem } = context;
  const found = await inbox.unfinishedRuns();
  if (E.isLeft(found)) return found;
  const done: HistoricalProgress[] = [];
  await inParallel(maxTasks)(
    shuffled(found.right, () => sync.random.next()),
    async (run) => {
      if (isClosing()) return;
      const unknown = run.storefronts.find((name) => !workers.has(name) || accounts.nameOf(name) !== run.account);
      if (unknown !== undefined) {
        const message = `Historical sync ${run.runId} waits: this process does not have the storefront ${unknown} of the account ${run.account}. Add it, or cancel the sync. If it was an imported file, run tax-nexus import again with the same file.`;
        return onProblem({ storefront: unknown, task: null, cause: 'refused', message });
      }
      try {
        const progress = await advance(context, run, endsAt);
        if (progress !== undefined) done.push(progress);
      } catch (error) {
        const message = `Historical sync ${run.runId}: an internal error (${errorName(error)}) interrupted it. Nothing is lost; the next tick continues it. Please report it.`;
        sync.log.error(message);
        onProblem({ storefront: run.storefronts[0] ?? '', task: null, cause: 'defect', message });
      }
    },
  );
  return E.right(done);
};

/** Shuffles runs, so that runs whose platforms hang do not take the whole time of every tick. */
const shuffled = <A>(items: readonly A[], random: () => number): readonly A[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Continues one run. Undefined if it is over or paused by now, if another process or the workers have it, or if this failed. */
const advance = async (
  context: LiveContext,
  { account: name, runId, storefronts }: UnfinishedRun,
  endsAt: number,
): Promise<HistoricalProgress | undefined> => {
  const { accounts, steadyNow, onProblem, onStoreFailure } = context;
  const [first = ''] = storefronts;
  const account = await accounts.open(name);
  if (E.isLeft(account)) {
    onProblem({ storefront: first, task: null, ...account.left });
    return;
  }
  const { sync, jobs } = account.right;
  // A storefront that no worker holds at this moment still belongs to the workers: the next one is about to take its page.
  const isOfWorkers = jobs === null ? E.right(false) : await isOnWorkers(jobs, runId)();
  if (E.isLeft(isOfWorkers)) {
    onStoreFailure(isOfWorkers.left);
    return;
  }
  if (isOfWorkers.right) return;
  const owner = sync.newOwner?.() ?? `${sync.owner} #${sync.random.next().toString(36).slice(2)}`;
  const timeLeft = Math.max(0, endsAt - steadyNow());
  const leaseLength = Math.min(maxLeaseLength, timeLeft + historyLeaseMargin);
  // Imported only when needed: most ticks have no run to continue.
  const { continueRun } = await import('../pipeline/historical-sync.ts');
  const advanced = await continueRun({ ...sync, owner, leaseLength }, timeLeft)(runId);
  const about = `Historical sync ${runId}: `;
  if (E.isLeft(advanced)) {
    if (advanced.left._tag === 'StoreError') onStoreFailure(advanced.left);
    else {
      const { message } = advanced.left;
      const cause = 'cause' in advanced.left ? advanced.left.cause : 'interrupted';
      onProblem({ storefront: first, task: null, cause, message: `${about}${message}` });
    }
    return undefined;
  }
  if (advanced.right === null) return undefined;
  const { stops, ...progress } = advanced.right;
  for (const { who, cause, message } of stops) {
    const storefront = storefronts.includes(who) ? who : first;
    onProblem({ storefront, task: null, cause, message: `${about}${message}` });
  }
  return progress;
};
