import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { toBookError } from './to-book-error.ts';

const shortestPauseMs = 1;
const longestPauseMs = 10;

const isBusy = (error: unknown): boolean => toBookError('')(error).problem === 'busy';

/**
 * Begins a writing transaction, and waits its turn while somebody else writes. It takes the lock at once: a transaction
 * that starts as a reader may find, half way, that it must start over.
 *
 * SQLite's own waiting would stop the whole process, and would wait in vain for another handle of the same process,
 * which could not go on either. So this one asks, sleeps and asks again, for `patience` milliseconds.
 */
export const patientBegin = (run: (text: string) => Promise<void>, patience: number): (() => Promise<void>) => {
  const begin = async (): Promise<void> => {
    await run('pragma busy_timeout = 0');
    try {
      await run('begin immediate');
    } finally {
      await run(`pragma busy_timeout = ${patience}`);
    }
  };
  return async () => {
    const deadline = performance.now() + patience;
    for (let pause = shortestPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
      const attempt = begin();
      const isLocked = await attempt.then(() => false, isBusy);
      if (!isLocked || performance.now() > deadline) return attempt;
      await sleep(pause);
    }
  };
};
