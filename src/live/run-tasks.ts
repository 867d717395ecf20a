/** Runs the scheduled catch-up and reconciliation of a storefront when they are due, on one process at a time. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreResult } from '../domain/sync-store.ts';
import type { LiveStorefront } from './live-storefront.ts';
import type { LiveContext } from './live-context.ts';
import { openStorefront, restForDefect, restForStore } from './open-storefront.ts';
import { pruneOld } from './prune-old.ts';
import { runCatchUp } from './run-catch-up.ts';
import type { LiveProblem } from './live-ports.ts';
import { mayBeDue, scheduledTasks, takeTask } from './due-work.ts';
import type { ScheduledTask } from './schedule.ts';
import { beginTasks, endTasks, type StorefrontWorker } from './states.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { DateRange } from '../domain/date-range.ts';
import { countDays, recentDays, type Reconciliation } from '../reconcile/reconciliation.ts';
import { runAgainLater } from '../pipeline/progress.ts';
import type { FailureCause, SyncFailure } from '../pipeline/failures.ts';
import { reconciledDays } from './limits.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { ProofStore } from '../domain/proof-store.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { attempt } from '../domain/attempt.ts';

/** Runs the due tasks of a storefront, one after the other. Returns the tasks that finished; never rejects. */
export const runTasks = async (context: LiveContext, worker: StorefrontWorker): Promise<readonly ScheduledTask[]> => {
  if (!mayBeDue(context, worker)) return [];
  beginTasks(worker, context.steadyNow());
  try {
    return await workDue(context, worker);
  } catch (error) {
    restForDefect(context, worker, error);
    return [];
  } finally {
    endTasks(worker);
  }
};

/** Before every first day. */
const beforeAll = '1970-01-01';

/**
 * Compares the days before today, from the first day on, with the service, and reports the number of differences. Changes
 * nothing. Right(false) if it did not finish, and so proves nothing; Left if the sync database fails.
 */
const runReconcile = (
  context: LiveContext,
  worker: StorefrontWorker,
  { ports, timeZone, firstDay }: LiveStorefront,
): StoreResult<boolean> =>
  attempt(async (take) => {
    const { sync, inbox, emit, isClosing, onProblem } = context;
    const { storefront, account } = worker;
    const recent = recentDays(timeZone, sync.clock.now(), reconciledDays);
    const first = await take(firstDay.after(recent.from));
    const range = { ...recent, from: first ?? recent.from };
    const begin = await take(E.map((day: string | null) => day ?? beforeAll)(await firstDay.after(beforeAll)));
    // The storefront went live today: live work sends nothing from the days before.
    if (range.from > range.to) return true;
    const interruptible = {
      ...ports,
      isInterrupted: () => isClosing() || ports.isInterrupted(),
    };
    const proved = await proofOf(interruptible, inbox, account ?? undefined, storefront, {
      recent: range,
      first: begin,
    });
    if (E.isRight(proved)) {
      for (const one of toEvents(proved.right)) emit({ storefront, type: 'reconcile.finished', ...one });
      const at = instantOfMilliseconds(sync.clock.now());
      const days = proved.right.flatMap((proof) => countDays(proof, at));
      await take((account?.reviews?.saveDailyCounts(days) ?? TE.right(undefined))());
      await take(pruneOld(context, account));
      return true;
    }
    if (proved.left._tag === 'StoreError') return take(E.left(proved.left));
    const { message: why } = proved.left;
    sync.log.warn(`The reconciliation did not finish: ${why}`, { storefront });
    const cause = causeOfFailure(proved.left);
    const message = undone(storefront, range, { cause, message: why });
    emit({ storefront, type: 'reconcile.failed', range, cause, message });
    onProblem({ storefront, task: 'reconcile', cause, message });
    return false;
  });

/** If the configuration no longer has the storefront, it was removed during its reconciliation. */
const causeOfFailure = (failure: SyncFailure): FailureCause => ('cause' in failure ? failure.cause : 'interrupted');

/**
 * The remedy for a reconciliation that did not finish. A reconciliation that is too long for any tick would start in vain each
 * night.
 */
const undone = (
  storefront: string,
  { from, to }: DateRange,
  { cause, message }: Pick<LiveProblem, 'cause' | 'message'>,
): string => {
  const atOnce = `run tax-nexus reconcile --storefront ${storefront} --from ${from} --to ${to}`;
  const what = `The reconciliation of ${from} to ${to} did not finish and proves nothing`;
  const why = message.replace(`${storefront}: `, '').replace(`. ${runAgainLater}`, '');
  return cause === 'interrupted'
    ? `${what}: its time was up, or it was stopped. For a proof ${atOnce}. If it happens again, give a tick more time (budgetMs, run-due --budget). Last state: ${why}`
    : `${what}. It starts again at its next time; for an earlier proof ${atOnce}. Cause: ${why}`;
};

/**
 * Proves the days with the list that the nights remember, or by reading the whole list. The last proof is the one of the recent
 * days.
 */
const proofOf = async (
  sync: SyncPorts,
  inbox: Inbox,
  account: { readonly name: string; readonly proof: ProofStore | undefined } | undefined,
  storefront: string,
  days: { readonly recent: DateRange; readonly first: string },
): Promise<E.Either<SyncFailure, readonly Reconciliation[]>> => {
  if (account?.proof === undefined) {
    const { reconcile } = await import('../reconcile/reconcile.ts');
    return reconcile({ sync, inbox })([storefront], days.recent)();
  }
  const { nightlyProof } = await import('../reconcile/nightly.ts');
  return nightlyProof({ sync, inbox, proof: account.proof, account: account.name })(storefront, days);
};

/** The events of a night: one for its recent days, and one for all older days if they are not complete. */
const toEvents = (
  proofs: readonly Reconciliation[],
): readonly { readonly range: DateRange; readonly isComplete: boolean; readonly differences: number }[] => {
  const openOf = ({ differences }: Reconciliation): number =>
    differences.filter(({ resolution }) => resolution === null).length;
  const rangeOf = ({ range: { from, to } }: Reconciliation): DateRange => ({ from, to });
  const older = proofs.slice(0, -1).filter(({ isComplete }) => !isComplete);
  const [first, last] = [older[0], older.at(-1)];
  return [
    ...proofs.slice(-1).map((one) => ({ range: rangeOf(one), isComplete: one.isComplete, differences: openOf(one) })),
    ...(first === undefined || last === undefined
      ? []
      : [
          {
            range: { from: first.range.from, to: last.range.to },
            isComplete: false,
            differences: older.reduce((all, one) => all + openOf(one), 0),
          },
        ]),
  ];
};

const runners: Readonly<Record<ScheduledTask, typeof runCatchUp>> = { catchUp: runCatchUp, reconcile: runReconcile };

const workDue = async (context: LiveContext, worker: StorefrontWorker): Promise<readonly ScheduledTask[]> => {
  const at = await openStorefront(context, worker);
  if (at === undefined) return [];
  const done: ScheduledTask[] = [];
  for (const task of scheduledTasks) {
    if (context.isClosing() || worker.isRemoved) break;
    const taken = await takeTask(context, worker, at, task);
    const ran = E.isRight(taken) && taken.right ? await runners[task](context, worker, at) : taken;
    if (E.isLeft(ran)) {
      restForStore(context, worker, ran.left);
      break;
    }
    if (ran.right) done.push(task);
  }
  return done;
};
