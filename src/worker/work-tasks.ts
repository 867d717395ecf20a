import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../domain/sync-store.ts';
import type { LiveStorefront } from '../sync/live/live-storefront.ts';
import { takeTask } from './due-tasks.ts';
import type { EngineContext } from './engine-context.ts';
import { openStation, restForBook } from './open-station.ts';
import { runCatchUp } from './run-catch-up.ts';
import { runReconcile } from './run-reconcile.ts';
import type { Task } from './schedule.ts';
import type { Station } from './station.ts';

const tasks: readonly Task[] = ['catchUp', 'reconcile'];

const runners: Readonly<
  Record<Task, (context: EngineContext, station: Station, at: LiveStorefront) => Promise<E.Either<StoreError, boolean>>>
> = { catchUp: runCatchUp, reconcile: runReconcile };

/** Whether something may be due, as far as this process knows. */
export const mayBeDue = (
  { schedule, steadyNow }: EngineContext,
  { nextTask, busySince, restsUntil }: Station,
): boolean => {
  const now = steadyNow();
  return (
    busySince === null &&
    now >= restsUntil &&
    tasks.some((task) => schedule[task] !== null && now >= (nextTask.get(task) ?? 0))
  );
};

const workDue = async (context: EngineContext, station: Station): Promise<readonly Task[]> => {
  const at = await openStation(context, station);
  if (at === undefined) return [];
  const done: Task[] = [];
  for (const task of tasks) {
    if (context.isClosing() || station.isRemoved) break;
    const taken = await takeTask(context, station, at, task);
    const ran = E.isRight(taken) && taken.right ? await runners[task](context, station, at) : taken;
    if (E.isLeft(ran)) {
      context.onBookFailure(ran.left);
      restForBook(context, station);
      break;
    }
    if (ran.right) done.push(task);
  }
  return done;
};

/** Runs the tasks of a storefront that are due, one after the other. Gives those that came to their end; never rejects. */
export const workTasks = async (context: EngineContext, station: Station): Promise<readonly Task[]> => {
  station.busySince = context.steadyNow();
  return workDue(context, station).finally(() => {
    station.busySince = null;
  });
};
