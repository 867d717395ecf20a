import type { OneAtATime } from './async.ts';

/**
 * Turns for a few at a time, in the order of asking. One whose turn takes longer than `maxTurn` (milliseconds) goes on, and gives
 * its place to the next: it waits for something, and others need not wait for the same.
 *
 * @param sleep resolves after so many milliseconds, or when it is aborted
 * @example
 * const inTurn = fewAtATime(4, 2_000, sleep);
 * await inTurn(() => pushPage(page));
 */
export const fewAtATime = (
  limit: number,
  maxTurn: number,
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): OneAtATime => {
  const waiting: (() => void)[] = [];
  let taken = 0;
  const give = (): void => {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  };
  return async (work) => {
    if (taken < limit) taken += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isGiven = false;
    const giveOnce = (): void => {
      if (!isGiven) give();
      isGiven = true;
    };
    const ended = new AbortController();
    void sleep(maxTurn, ended.signal).then(giveOnce);
    return work().finally(() => {
      ended.abort();
      giveOnce();
    });
  };
};
