import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const tickUs = 10_000;

const statOf = (pid: string): readonly number[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
};

/** CPU of a process, of its children, and of those of them that have ended, in microseconds; 0 where it is unknown. */
export const cpuOfTree = (root: number): number => {
  if (!existsSync('/proc/self/stat')) return 0;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [, parent, , , , , , , , , , user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = statOf(pid) ?? [];
    const isRoot = Number(pid) === root;
    if (isRoot || parent === root) ticks += user + system;
    if (isRoot) ticks += userOfEnded + systemOfEnded;
  }
  return ticks * tickUs;
};
