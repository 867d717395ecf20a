import type { EngineContext } from './engine-context.ts';
import { handsPerStorefront, idleLook, mostTasks } from './limits.ts';
import { holdsSlot } from './slots.ts';
import type { Station } from './station.ts';
import { mayBeDue, workTasks } from './work-tasks.ts';
import { workStation } from './work-station.ts';

/** Begins what is to be done at each storefront: bells that were rung, and tasks that are due. Waits for nothing. */
export const lookAround = (
  context: EngineContext,
  stations: ReadonlyMap<string, Station>,
  begin: (work: Promise<unknown>) => void,
): void => {
  const now = context.steadyNow();
  let busy = [...stations.values()].filter((station) => holdsSlot(station, now)).length;
  for (const station of stations.values()) {
    if (now >= station.nextLook && now >= station.restsUntil && station.hands < handsPerStorefront) {
      // Noted before anything is claimed: a bell that is rung meanwhile is not overlooked.
      station.nextLook = now + idleLook;
      begin(workStation(context, station));
    }
    if (busy < mostTasks && mayBeDue(context, station)) {
      busy += 1;
      begin(workTasks(context, station));
    }
  }
};
