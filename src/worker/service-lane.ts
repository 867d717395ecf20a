import { type Lane, makeLane } from '../sync/pace/lane.ts';
import { steadyTime } from '../sync/pace/steady-time.ts';
import type { SyncPorts } from '../sync/ports.ts';
import type { Stop } from '../sync/progress.ts';
import { longestServicePause, shortestServicePause } from './limits.ts';

/** The way to the service for work that never ends: when it was stopped, it opens again after a while. */
export interface ServiceLane {
  /** None while it is closed. */
  readonly current: () => Lane | undefined;
  /** Closes it for a while if it was stopped. Why, but only the first time that it is asked; null otherwise. */
  readonly noteStop: () => Stop | null;
  /** A record got through: the next pause is the shortest one again. */
  readonly works: () => void;
}

/**
 * A refused key, or a service that is down, closes the lane for all storefronts: half a minute at first, twice as long each
 * time, a quarter of an hour at most. No attempt of any record counts meanwhile.
 */
export const serviceLane = (ports: SyncPorts): ServiceLane => {
  const now = steadyTime(ports.clock);
  let lane = makeLane(ports, 'live');
  let pause = shortestServicePause;
  let opensAt: number | null = null;
  return {
    current: () => {
      if (opensAt === null) return lane;
      if (now() < opensAt) return undefined;
      opensAt = null;
      lane = makeLane(ports, 'live');
      return lane;
    },
    noteStop: () => {
      const stop = lane.stopped();
      if (stop === null || opensAt !== null) return null;
      opensAt = now() + pause;
      pause = Math.min(longestServicePause, 2 * pause);
      return stop;
    },
    works: () => {
      pause = shortestServicePause;
    },
  };
};
