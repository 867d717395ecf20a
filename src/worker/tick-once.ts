import * as E from 'fp-ts/lib/Either.js';
import type { BookError } from '../core/record-book.ts';
import { atMost } from '../sync/at-most.ts';
import type { SyncFailure } from '../sync/sync-failure.ts';
import { mostTasks } from './limits.ts';
import type { LivePorts } from './live-ports.ts';
import type { TickResult } from './tick-result.ts';
import { engineContext, type Running } from './make-context.ts';
import type { Station } from './station.ts';
import { workStation } from './work-station.ts';
import { mayBeDue, workTasks } from './work-tasks.ts';

/** Does everything that is due at all storefronts, bells first, within about so many milliseconds. */
export const tickOnce = async (
  ports: LivePorts,
  stations: ReadonlyMap<string, Station>,
  budgetMs: number,
  { steadyNow, isCutOff }: Pick<Running, 'steadyNow' | 'isCutOff'>,
): Promise<E.Either<SyncFailure, TickResult>> => {
  const endsAt = steadyNow() + budgetMs;
  // A lane that is interrupted gives each bell back at once: taken again, it would be read over and over.
  const isLate = (): boolean => isCutOff() || ports.sync.isInterrupted() || steadyNow() >= endsAt;
  const failures: BookError[] = [];
  const context = engineContext(ports, stations, { steadyNow, isClosing: isLate, isCutOff: isLate }, (error) => {
    failures.push(error);
  });
  let bells = 0;
  const tasks: TickResult['tasks'][number][] = [];
  const ring = async (station: Station): Promise<void> => {
    bells += await workStation(context, station);
  };
  const all = [...stations.values()];
  await atMost(mostTasks)(all, ring);
  await atMost(mostTasks)(all, async (station) => {
    if (isLate() || !mayBeDue(context, station)) return;
    station.isBusy = true;
    const done = await workTasks(context, station);
    station.isBusy = false;
    tasks.push(...done.map((task) => ({ task, storefront: station.storefront })));
    // What could not be settled at once has rung.
    await ring(station);
  });
  const [failure] = failures;
  return failure === undefined ? E.right({ bells, tasks, isDone: !isLate() }) : E.left(failure);
};
