/** What is due in live work: resync requests, and scheduled tasks. The loop, the tick and the jobs of workers ask here. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { maxClockSkew } from '../domain/environment.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import { claimLength } from './limits.ts';
import type { LiveContext } from './live-context.ts';
import type { LiveStorefront } from './live-storefront.ts';
import { nextTime, type ScheduledTask } from './schedule.ts';
import { plan, setNextTask, stateOf, type StorefrontWorker } from './states.ts';
import { attempt } from '../domain/attempt.ts';

/** In the order in which they run. */
export const scheduledTasks: readonly ScheduledTask[] = ['catchUp', 'reconcile'];

/** The storefronts at which work is due. */
export interface DueWork {
  /** Each has a resync request that is due. In this process it may be resting, and in another one not. */
  readonly requested: readonly StorefrontWorker[];
  /** Each is idle, and may have a task that is due. */
  readonly scheduled: readonly StorefrontWorker[];
}

/** What is due at all storefronts, by one query once they are planned. */
export const findDue = (context: LiveContext, workers: ReadonlyMap<string, StorefrontWorker>): StoreResult<DueWork> =>
  attempt(async (take) => {
    const { sync, inbox, steadyNow } = context;
    await take(planTasks(context, workers));
    const at = sync.clock.now();
    const names = await take(inbox.storefrontsWithRequests({ now: at, until: at + claimLength })());
    const now = steadyNow();
    const requested = names.flatMap((name) => workers.get(name) ?? []);
    const scheduled: StorefrontWorker[] = [];
    for (const worker of workers.values()) if (mayBeDue(context, worker, now)) scheduled.push(worker);
    return { requested, scheduled };
  });

/** Whether a task of a storefront may be due, as far as this process knows. */
export const mayBeDue = (
  { schedule, steadyNow }: LiveContext,
  worker: StorefrontWorker,
  now = steadyNow(),
): boolean => {
  if (stateOf(worker, now) !== 'idle') return false;
  // Called for thousands of storefronts each second, so without closures and loops.
  const { catchUp, reconcile } = worker.nextTask;
  return (
    !worker.isKnown ||
    (schedule.catchUp !== null && now >= catchUp) ||
    (schedule.reconcile !== null && now >= reconcile)
  );
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

/** Whether a task is due and ours: only one of the processes that share the sync database starts it. */
export const takeTask = async (
  { sync, inbox, schedule, steadyNow }: LiveContext,
  worker: StorefrontWorker,
  { timeZone }: LiveStorefront,
  task: ScheduledTask,
): StoreResult<boolean> => {
  const expression = schedule[task];
  const now = sync.clock.now();
  const { storefront } = worker;
  if (expression === null || steadyNow() < worker.nextTask[task]) return E.right(false);
  const last = await inbox.lastTaskStart(task, storefront)();
  if (E.isLeft(last)) return last;
  const lastBegun = believable(last.right, now);
  const due = dueAt(task, expression, timeZone, lastBegun, now);
  setNextTask(worker, task, steadyNow() + (due - now));
  if (due > now) {
    // Noted so that the next process knows since when the task waits.
    if (lastBegun !== null) return E.right(false);
    const noted = await inbox.startTask(task, storefront, instantOfMilliseconds(ever), instantOfMilliseconds(now))();
    return E.isLeft(noted) ? noted : E.right(false);
  }
  const begun = await inbox.startTask(task, storefront, instantOfMilliseconds(due), instantOfMilliseconds(now))();
  if (E.isLeft(begun)) return begun;
  setNextTask(worker, task, steadyNow() + (nextTime(expression, timeZone, now) - now));
  return begun;
};

/**
 * Reads from the sync database when the tasks of storefronts are due, unless that was done. An unknown storefront is opened at
 * once.
 */
const planTasks = async (
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
    plan(worker, before !== undefined);
    for (const task of scheduledTasks) {
      const expression = schedule[task];
      const lastBegun = believable(O.fromNullable(before?.lastStarts[task]), now);
      if (before === undefined || expression === null || lastBegun === null) continue;
      const due = dueAt(task, expression, before.timeZone, lastBegun, now);
      setNextTask(worker, task, steadyNow() + (due - now));
    }
  }
  return E.right(undefined);
};

/** When a task was last started; null if it never was, or if that time is in the future. */
const believable = (lastBegun: O.Option<Instant>, now: number): number | null => {
  const begunAt = O.isSome(lastBegun) ? millisecondsOf(lastBegun.value) : null;
  return begunAt === null || begunAt > now + maxClockSkew ? null : begunAt;
};
