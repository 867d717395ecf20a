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

/** When this process was started, in milliseconds since 1970; nearly the same in every copy of this module that it may hold. */
const startedAt = Date.now() - 1_000 * process.uptime();

/** Milliseconds; a container takes longer to be started anew. */
const sameStart = 5_000;

/** This process, as the owner of a lease: `machine/process id/start-random`. */
export const processOwner = (): string =>
  `${hostname()}/${process.pid}/${Math.round(startedAt).toString(36)}-${randomBytes(4).toString('hex')}`;

/**
 * Whether the owner of a lease was a process of this machine that runs no more. Of other machines nothing is known. A container
 * that was killed and started anew has the name and the process id of before.
 */
export const isGone = (owner: string): boolean => {
  const [machine, pid, made = ''] = owner.split('/');
  if (machine !== hostname() || !/^\d+$/.test(pid ?? '')) return false;
  if (Number(pid) === process.pid) {
    const start = /^([0-9a-z]+)-/.exec(made)?.[1];
    return start === undefined || Math.abs(parseInt(start, 36) - startedAt) > sameStart;
  }
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // EPERM means that it lives and belongs to somebody else.
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH';
  }
};
