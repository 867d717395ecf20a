import { setImmediate as nextTurn } from 'node:timers/promises';

/** Not in the types of the oldest Node that we support. */
const { threadCpuUsage } = process as Partial<{ threadCpuUsage: typeof process.cpuUsage }>;

/** Of this thread alone where Node can say so (from 23.9 on); before, of the whole process. */
const cpuUs = (): number => {
  const { user, system } = (threadCpuUsage ?? process.cpuUsage).call(process);
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
