import type { Clock } from '../../domain/environment.ts';

/** So that an interruption is noticed within a quarter of a second, however long the wait. */
const slice = 250;

/** Waits some milliseconds, or until it is over. A clock that jumps back or stands still does not make it longer. */
export const wait = async (clock: Clock, milliseconds: number, isOver: () => boolean): Promise<void> => {
  for (let left = milliseconds; left > 0 && !isOver();) {
    const part = Math.min(left, slice);
    const before = clock.now();
    await clock.sleep(part)();
    left -= Math.max(part, clock.now() - before);
  }
};
