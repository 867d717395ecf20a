import { shortestCall } from '../sync/limits.ts';
import type { EngineContext } from './engine-context.ts';
import { mostTasks, pulse } from './limits.ts';
import { isWaiting } from './slots.ts';
import type { Station } from './station.ts';

/** Milliseconds in which a question that is no longer wanted comes to its end by itself. */
const endsWithin = shortestCall + 2_000;

/** Work on storefronts, a few at a time. Both promises never reject. */
export interface Turns {
  /** Every storefront has had its turn, or waits for a platform. */
  readonly begun: Promise<void>;
  /** All work has ended. Gives those that came to no end long after nothing new was begun: they are left to themselves. */
  readonly ended: Promise<readonly Station[]>;
}

/** Works on all storefronts, a few at a time; those that wait for a platform do not count. */
export const inTurns = (
  { sync, steadyNow, isClosing }: Pick<EngineContext, 'sync' | 'steadyNow' | 'isClosing'>,
  stations: readonly Station[],
  work: (station: Station) => Promise<void>,
): Turns => {
  const rest = [...stations];
  const atWork = new Map<Station, Promise<void>>();
  const waiting = (): readonly Station[] => [...atWork.keys()].filter((station) => isWaiting(station, steadyNow()));
  const step = (): Promise<void> => Promise.race([...atWork.values(), sync.clock.sleep(pulse)()]);

  const begin = async (): Promise<void> => {
    for (;;) {
      while (atWork.size - waiting().length < mostTasks) {
        const station = rest.shift();
        if (station === undefined) break;
        atWork.set(
          station,
          work(station).finally(() => atWork.delete(station)),
        );
      }
      if (rest.length === 0 && atWork.size === waiting().length) return;
      await step();
    }
  };
  const begun = begin();
  const end = async (): Promise<readonly Station[]> => {
    await begun;
    for (let closingSince: number | null = null; atWork.size > 0;) {
      if (isClosing()) closingSince ??= steadyNow();
      if (closingSince !== null && steadyNow() - closingSince > endsWithin && atWork.size === waiting().length) break;
      await step();
    }
    return waiting();
  };
  return { begun, ended: end() };
};
