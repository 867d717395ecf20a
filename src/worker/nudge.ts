import type { Clock } from '../domain/environment.ts';

/** A sleep that somebody can cut short. */
export interface Nudge {
  readonly give: () => void;
  /** Sleeps so many milliseconds, or until it is nudged; not at all when it was since it slept last. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Opens one for a single sleeper. */
export const nudge = (clock: Pick<Clock, 'sleep'>): Nudge => {
  let isGiven = false;
  let wakeUp: () => void = () => undefined;
  return {
    give: () => {
      isGiven = true;
      wakeUp();
    },
    sleep: async (milliseconds) => {
      const nudged = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      if (!isGiven) await Promise.race([clock.sleep(milliseconds)(), nudged]);
      isGiven = false;
    },
  };
};
