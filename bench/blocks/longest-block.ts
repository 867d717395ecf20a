import { setImmediate as nextTurn } from 'node:timers/promises';

/** Where Node can say it (from 23.9 on), of this thread alone. */
interface Process {
  readonly threadCpuUsage?: () => NodeJS.CpuUsage;
  readonly cpuUsage: () => NodeJS.CpuUsage;
}

const cpuUs = (): number => {
  const own: Process = process;
  const { user, system } = own.threadCpuUsage?.() ?? own.cpuUsage();
  return user + system;
};

/**
 * The longest block of the event loop while something is done: the CPU time between two of its turns, in milliseconds. Not wall
 * time, which other processes of a busy machine lengthen.
 */
export const longestBlock = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  let before = cpuUs();
  let isOver = false;
  const turn = (): void => {
    const now = cpuUs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  await nextTurn();
  isOver = true;
  await nextTurn();
  return longest / 1_000;
};
