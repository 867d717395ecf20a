/** The real clock, randomness and process identity of this machine, which the simulator replaces by virtual ones. */
import { fieldOf } from '../domain/fields.ts';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Random } from '../domain/environment.ts';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => async () => {
    await wait(milliseconds);
  },
};

/** Resolves after this time, or when it is aborted. */
export const sleepUntilAborted = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
};

export const systemRandom: Random = { next: () => Math.random() };

/** A new run's id: readable, sortable by time, unique. */
export const newRunId = (): string =>
  `${new Date().toISOString().slice(0, 19).replace(/[-:T]/g, '')}-${randomBytes(3).toString('hex')}`;

let ownMark: string | null | undefined;

/**
 * When this process was started, in milliseconds since 1970, as its clock was then: the same in all of its threads, and in
 * every copy of this module, whatever was done to the clock before it was loaded.
 */
const startedAt = Math.round(performance.timeOrigin);

/** This process, as the owner of a lease: `machine/process id/start-random/mark`; see `processMark`. */
export const processOwner = (): string => {
  ownMark ??= processMark(process.pid);
  const name = `${hostname()}/${process.pid}/${startedAt.toString(36)}-${randomBytes(4).toString('hex')}`;
  return ownMark === null ? name : `${name}/${ownMark}`;
};

/**
 * Whether the owner of a lease was a process of this machine that has ended, even if the system gave its id to another process
 * since. For other machines the answer is no. A restarted container has the same name and process id as before; a process that
 * started later than this one runs next to it under the same name.
 */
export const isGone = (owner: string): boolean => {
  const [machine, pid, made = '', mark] = owner.split('/');
  if (machine !== hostname() || !/^\d+$/.test(pid ?? '')) return false;
  if (Number(pid) === process.pid) {
    const start = /^([0-9a-z]+)-/.exec(made)?.[1];
    return start === undefined || parseInt(start, 36) < startedAt;
  }
  try {
    process.kill(Number(pid), 0);
    return mark !== undefined && isAnother(Number(pid), mark);
  } catch (error) {
    // EPERM means that the process exists and belongs to another user, who may have received the id since.
    if (fieldOf(error, 'code') === 'ESRCH') return true;
    return mark !== undefined && isAnother(Number(pid), mark);
  }
};

/**
 * The start time of a process as the system reports it, which distinguishes it from others with the same id. Null if the system
 * does not report it, as on Windows, or the process does not exist.
 */
export const processMark = (pid: number): string | null => {
  if (process.platform === 'linux') return linuxMark(pid);
  return process.platform === 'win32' ? null : bsdMark(pid);
};

/** Characters of a boot's name: enough to distinguish two boots of one machine. */
const bootLength = 8;

/** In `/proc/<pid>/stat`, behind the name of the program: the state comes first, the start twenty words later. */
const startAt = 19;

/** A process that has ended and whose parent has not asked for its end yet: it keeps its id and holds nothing. */
const hasEnded = 'Z';

/** Linux counts the start of a process in ticks since the boot, so that no change of the clock changes it. */
const linuxMark = (pid: number): string | null => {
  const boot = contentOf('/proc/sys/kernel/random/boot_id')?.slice(0, bootLength) ?? '';
  const stat = contentOf(`/proc/${pid}/stat`);
  // The name of the program is in parentheses, and may contain some itself.
  const words = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [words?.[0], words?.[startAt]];
  if (start === undefined) return null;
  return state === hasEnded ? 'ended' : `${boot}.${start}`;
};

const contentOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** macOS and the BSDs keep the time of the start as the clock showed it then. */
const bsdMark = (pid: number): string | null => {
  const environment = { PATH: process.env['PATH'] ?? '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' };
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    env: environment,
    encoding: 'utf8',
  });
  const start = Date.parse(`${stdout} UTC`);
  return status === 0 && !Number.isNaN(start) ? String(start) : null;
};

/** Whether the process with this id is another one than the process that had this mark. */
const isAnother = (pid: number, mark: string): boolean => {
  const now = processMark(pid);
  return now !== null && now !== mark;
};
