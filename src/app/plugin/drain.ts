import { setTimeout as wait } from 'node:timers/promises';

/** Waits for work to end, and no longer than `milliseconds`. What goes wrong in it is its own affair. */
export const drain = async (milliseconds: number, work: readonly Promise<unknown>[]): Promise<void> => {
  const patience = new AbortController();
  const late = wait(milliseconds, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([Promise.allSettled(work), late]);
  patience.abort();
};
