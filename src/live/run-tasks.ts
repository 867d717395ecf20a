import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreResult } from '../domain/sync-store.ts';
import type { LiveStorefront } from './live-storefront.ts';
import type { LiveContext } from './live-context.ts';
import { openStorefront, restForDefect, restForStore } from './open-storefront.ts';
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
 * Compares the days before today, from the first day on, with the service, and reports how many differences there
 * are. Changes nothing. Right(false) when it did not come to its end, and so proves nothing; Left when the sync database fails.
 */
const runReconcile = (
  { sync, inbox, emit, isClosing, onProblem }: LiveContext,
  worker: StorefrontWorker,
  { ports, timeZone, firstDay }: LiveStorefront,
): StoreResult<boolean> =>
  attempt(async (take) => {
    const { storefront, account } = worker;
    const recent = recentDays(timeZone, sync.clock.now(), reconciledDays);
    const first = await take(firstDay.after(recent.from));
    const range = { ...recent, from: first ?? recent.from };
    const begin = await take(E.map((day: string | null) => day ?? beforeAll)(await firstDay.after(beforeAll)));
    // It went live today: live work sends nothing of the days before.
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

/** A storefront that the configuration lacks by now was removed while it was reconciled. */
const causeOfFailure = (failure: SyncFailure): FailureCause => ('cause' in failure ? failure.cause : 'interrupted');

/**
 * The remedy for a reconciliation that did not finish. One that fits into no tick would be started each night for
 * nothing.
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
  // Asked of thousands each second, so without closures and loops.
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

/** Runs the tasks of a storefront that are due, one after the other. Gives those that came to their end; never rejects. */
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

/** Before any task ever started. */
const ever = 0;

/**
 * When a task is due, in milliseconds since 1970. What was missed is made up once, however often it was missed. The first
 * catch-up is due at once; the first reconciliation at its time, because there is nothing to compare before. Pure.
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
 * Reads what the sync database knows of storefronts, unless that was done: when their tasks are due. One that is not known is
 * opened at once.
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

/** When a task was last started; null when never, or when that time is in the future. */
const believable = (lastBegun: O.Option<Instant>, now: number): number | null => {
  const begunAt = O.isSome(lastBegun) ? millisecondsOf(lastBegun.value) : null;
  return begunAt === null || begunAt > now + maxClockSkew ? null : begunAt;
};

/** Whether a task is due and ours: of all processes that share the sync database, one begins it. */
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
    // So that the next process to look knows since when it waits.
    if (lastBegun !== null) return E.right(false);
    const noted = await inbox.startTask(task, storefront, instantOfMilliseconds(ever), instantOfMilliseconds(now))();
    return E.isLeft(noted) ? noted : E.right(false);
  }
  const begun = await inbox.startTask(task, storefront, instantOfMilliseconds(due), instantOfMilliseconds(now))();
  if (E.isLeft(begun)) return begun;
  nextTask[task] = steadyNow() + (nextTime(expression, timeZone, now) - now);
  return begun;
};

/** By the list as the nights remember it, or by reading it whole. The last proof is that of the recent days. */
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

/** What a host gets of a night: its recent days, and older ones together if they are not as they should be. */
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
