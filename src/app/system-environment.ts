import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Random } from '../core/environment.ts';

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => async () => {
    await wait(milliseconds);
  },
};

export const systemRandom: Random = { next: () => Math.random() };

/** A new run's id: readable, sortable by time, unique without asking anybody. */
export const newRunId = (): string =>
  `${new Date().toISOString().slice(0, 19).replace(/[-:T]/g, '')}-${randomBytes(3).toString('hex')}`;

/** This process, as the owner of a lease: `machine/process id/random`. */
export const processOwner = (): string => `${hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`;

/** Whether the owner of a lease was a process of this machine that runs no more. Of other machines nothing is known. */
export const isGone = (owner: string): boolean => {
  const [machine, pid] = owner.split('/');
  if (machine !== hostname() || !/^\d+$/.test(pid ?? '')) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // EPERM means that it lives and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
};
