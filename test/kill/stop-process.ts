import { setTimeout as sleep } from 'node:timers/promises';
import type { Started } from '../support/a-process.ts';
import type { World } from '../support/a-world.ts';
import { DatabaseSync } from './read-store.ts';

/** Longer than a signal needs to reach every thread of a process. */
const takesHoldMs = 10;

const isLocked = ({ store }: World): boolean => {
  const database = new DatabaseSync(store);
  try {
    database.exec('pragma busy_timeout = 0; begin immediate; rollback');
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
};

/** Where a stopped process stands: with the lock of its sync database in its hand, or with the lease alone. */
export type Standing = 'within a commit' | 'between commits';

/** Stops a process. Chance decides where that finds it: it is let go and stopped again until it stands there. */
export const stopProcess = async (world: World, process: Started, standing: Standing): Promise<void> => {
  for (;;) {
    process.send('SIGSTOP');
    await sleep(takesHoldMs);
    if (isLocked(world) === (standing === 'within a commit')) return;
    process.send('SIGCONT');
    await sleep(1);
  }
};
