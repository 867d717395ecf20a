import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../src/domain/environment.ts';

/** A clock that runs twenty times as fast, from a moment on; default: now. */
export const hasty = (from = Date.now()): (() => number) => {
  const began = Date.now();
  return () => from + 20 * (Date.now() - began);
};

/** The same, for work that sleeps by its clock. */
export const hastyClock = (from?: number): Clock => ({
  now: hasty(from),
  sleep: (milliseconds) => async () => {
    await wait(milliseconds / 20);
  },
});
