import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Of the name of a boot; enough to distinguish two boots of one machine. */
const bootLength = 8;
/** In `/proc/<pid>/stat`, behind the name of the program: the state comes first, the start twenty words later. */
const startAt = 19;

/** A process that has ended and whose parent has not asked for its end yet: it keeps its id and holds nothing. */
const hasEnded = 'Z';

const contentOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** Linux counts the start of a process in ticks since the boot, so that no change of the clock changes it. */
const linuxMark = (pid: number): string | null => {
  const boot = contentOf('/proc/sys/kernel/random/boot_id')?.slice(0, bootLength) ?? '';
  const stat = contentOf(`/proc/${pid}/stat`);
  // The name of the program stands in parentheses, and may hold some itself.
  const words = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [words?.[0], words?.[startAt]];
  if (start === undefined) return null;
  return state === hasEnded ? 'ended' : `${boot}.${start}`;
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

/**
 * What distinguishes a process from all others that get the same id, earlier or later: when it was started, as the system
 * itself has it. The same for as long as the process runs; null where the system does not say, as on Windows, or when there is none.
 */
export const processMark = (pid: number): string | null => {
  if (process.platform === 'linux') return linuxMark(pid);
  return process.platform === 'win32' ? null : bsdMark(pid);
};
