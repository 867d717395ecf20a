import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import { maxClockSkew } from '../domain/environment.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { LiveStorefront } from '../sync/live/live-storefront.ts';
import type { EngineContext } from './engine-context.ts';
import { nextTime, type Task } from './schedule.ts';
import type { Station } from './station.ts';

/** Long ago: whoever has begun a task at all has begun it since. */
const ever = 0;

/**
 * When a task is due, in milliseconds since 1970. What was missed is made up once, however often it was missed. The first
 * catch-up is due at once; the first reconciliation at its time, because there is nothing to compare before. Pure.
 */
export const dueAt = (
  task: Task,
  expression: string,
  timeZone: string,
  lastBegun: number | null,
  now: number,
): number => {
  if (lastBegun !== null) return nextTime(expression, timeZone, lastBegun);
  return task === 'catchUp' ? ever : nextTime(expression, timeZone, now);
};

/** When a task was begun last; null when never, or when only a wrong clock says so. */
const believable = (lastBegun: O.Option<Instant>, now: number): number | null => {
  const begunAt = O.isSome(lastBegun) ? millisecondsOf(lastBegun.value) : null;
  return begunAt === null || begunAt > now + maxClockSkew ? null : begunAt;
};

/** Whether a task is due and ours: of all processes that share the record book, one begins it. */
export const takeTask = async (
  { sync, inbox, schedule, steadyNow }: EngineContext,
  { storefront, nextTask }: Station,
  { timeZone }: LiveStorefront,
  task: Task,
): Promise<E.Either<StoreError, boolean>> => {
  const expression = schedule[task];
  const now = sync.clock.now();
  if (expression === null || steadyNow() < (nextTask.get(task) ?? ever)) return E.right(false);
  const last = await inbox.lastTaskStart(task, storefront)();
  if (E.isLeft(last)) return last;
  const lastBegun = believable(last.right, now);
  const due = dueAt(task, expression, timeZone, lastBegun, now);
  nextTask.set(task, steadyNow() + (due - now));
  if (due > now) {
    // So that the next process to look knows since when it waits.
    if (lastBegun !== null) return E.right(false);
    const noted = await inbox.startTask(task, storefront, instantOfMilliseconds(ever), instantOfMilliseconds(now))();
    return E.isLeft(noted) ? noted : E.right(false);
  }
  const begun = await inbox.startTask(task, storefront, instantOfMilliseconds(due), instantOfMilliseconds(now))();
  if (E.isLeft(begun)) return begun;
  nextTask.set(task, steadyNow() + (nextTime(expression, timeZone, now) - now));
  return begun;
};
