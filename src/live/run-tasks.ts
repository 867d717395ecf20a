/** Runs the scheduled catch-up and reconciliation of a storefront when they are due, on one process at a time. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreResult } from '../domain/sync-store.ts';
import type { LiveStorefront } from './live-storefront.ts';
import type { LiveContext } from './live-context.ts';
import { openStorefront, restForDefect, restForStore } from './open-storefront.ts';
import { pruneOld } from './prune-old.ts';
import { runCatchUp } from './run-catch-up.ts';
import type { LiveProblem } from './live-ports.ts';
import { nextTime, type ScheduledTask } from './schedule.ts';
import type { StorefrontWorker } from './storefront-worker.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import { maxClockSkew } from '../domain/environment.ts';
import type { DateRange } from '../domain/date-range.ts';
import { countDays, recentDays, type Reconciliation } from '../reconcile/reconciliation.ts';
import { runAgainLater } from '../pipeline/progress.ts';
import type { FailureCause, SyncFailure } from '../pipeline/failures.ts';
import { reconciledDays } from './limits.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { ProofStore } from '../domain/proof-store.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { attempt } from '../domain/attempt.ts';

const tasks: readonly ScheduledTask[] = ['catchUp', 'reconcile'];

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

const runners: Readonly<Record<ScheduledTask, typeof runCatchUp>> = { catchUp: runCatchUp, reconcile: runReconcile };

/** Whether something may be due, as far as this process knows. */
export const mayBeDue = (
  { schedule, steadyNow }: LiveContext,
  { isPlanned, isKnown, nextTask, busySince, restsUntil }: StorefrontWorker,
  now = steadyNow(),
): boolean => {
  if (!isPlanned || busySince !== null || now < restsUntil) return false;
  // Called for thousands of storefronts each second, so without closures and loops.
  const { catchUp, reconcile } = nextTask;
  return !isKnown || (schedule.catchUp !== null && now >= catchUp) || (schedule.reconcile !== null && now >= reconcile);
};

const workDue = async (context: LiveContext, worker: StorefrontWorker): Promise<readonly ScheduledTask[]> => {
  const at = await openStorefront(context, worker);
  if (at === undefined) return [];
  const done: ScheduledTask[] = [];
  for (const task of tasks) {
    if (context.isClosing() || worker.isRemoved) break;
    const taken = await takeTask(context, worker, at, task);
    const ran = E.isRight(taken) && taken.right ? await runners[task](context, worker, at) : taken;
    if (E.isLeft(ran)) {
      context.onStoreFailure(ran.left);
      restForStore(context, worker);
      break;
    }
    if (ran.right) done.push(task);
  }
  return done;
};

/** Runs the due tasks of a storefront, one after the other. Returns the tasks that finished; never rejects. */
export const runTasks = async (context: LiveContext, worker: StorefrontWorker): Promise<readonly ScheduledTask[]> => {
  worker.busySince = context.steadyNow();
  try {
    return await workDue(context, worker);
  } catch (error) {
    restForDefect(context, worker, error);
    return [];
  } finally {
    worker.busySince = null;
  }
};

/** A time before any task ever started. */
const ever = 0;

/**
 * When a task is due, in milliseconds since 1970. Missed times are made up once, however many they are. The first catch-up is due
 * at once; the first reconciliation at its regular time, because there is nothing to compare before. Pure.
 */
export const dueAt = (
  task: ScheduledTask,
  expression: string,
  timeZone: string,
  lastBegun: number | null,
  now: number,
): number => {
  if (lastBegun !== null) return nextTime(expression, timeZone, lastBegun);
  return task === 'catchUp' ? ever : nextTime(expression, timeZone, now);
};

/**
 * Reads from the sync database when the tasks of storefronts are due, unless that was done. An unknown storefront is opened at
 * once.
 */
export const planTasks = async (
  { sync, inbox, schedule, steadyNow }: LiveContext,
  workers: ReadonlyMap<string, StorefrontWorker>,
): StoreResult<void> => {
  const unplanned: StorefrontWorker[] = [];
  for (const worker of workers.values()) if (!worker.isPlanned) unplanned.push(worker);
  if (unplanned.length === 0) return E.right(undefined);
  const read = await inbox.knownStorefronts();
  if (E.isLeft(read)) return read;
  const known = new Map(read.right.map((one) => [one.storefront, one]));
  const now = sync.clock.now();
  for (const worker of unplanned) {
    const before = known.get(worker.storefront);
    worker.isPlanned = true;
    worker.isKnown = before !== undefined;
    for (const task of tasks) {
      const expression = schedule[task];
      const lastBegun = believable(O.fromNullable(before?.lastStarts[task]), now);
      if (before === undefined || expression === null || lastBegun === null) continue;
      const due = dueAt(task, expression, before.timeZone, lastBegun, now);
      worker.nextTask[task] = steadyNow() + (due - now);
    }
  }
  return E.right(undefined);
};

/** When a task was last started; null if it never was, or if that time is in the future. */
const believable = (lastBegun: O.Option<Instant>, now: number): number | null => {
  const begunAt = O.isSome(lastBegun) ? millisecondsOf(lastBegun.value) : null;
  return begunAt === null || begunAt > now + maxClockSkew ? null : begunAt;
};

/** Whether a task is due and ours: only one of the processes that share the sync database starts it. */
const takeTask = async (
  { sync, inbox, schedule, steadyNow }: LiveContext,
  { storefront, nextTask }: StorefrontWorker,
  { timeZone }: LiveStorefront,
  task: ScheduledTask,
): StoreResult<boolean> => {
  const expression = schedule[task];
  const now = sync.clock.now();
  if (expression === null || steadyNow() < nextTask[task]) return E.right(false);
  const last = await inbox.lastTaskStart(task, storefront)();
  if (E.isLeft(last)) return last;
  const lastBegun = believable(last.right, now);
  const due = dueAt(task, expression, timeZone, lastBegun, now);
  nextTask[task] = steadyNow() + (due - now);
  if (due > now) {
    // Noted so that the next process knows since when the task waits.
    if (lastBegun !== null) return E.right(false);
    const noted = await inbox.startTask(task, storefront, instantOfMilliseconds(ever), instantOfMilliseconds(now))();
    return E.isLeft(noted) ? noted : E.right(false);
  }
  const begun = await inbox.startTask(task, storefront, instantOfMilliseconds(due), instantOfMilliseconds(now))();
  if (E.isLeft(begun)) return begun;
  nextTask[task] = steadyNow() + (nextTime(expression, timeZone, now) - now);
  return begun;
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
