// What the test files of one process share: they run one after the other in plain Node, as a host runs the plugin.
import { clearTimeout, setTimeout } from 'node:timers';
import fc from 'fast-check';
import { addEventHandler } from 'jest-circus';
// By its path: the library exports only its own pool, in which two processes that start at once may wait forever.
import run, { setWorkerData } from '../../node_modules/jest-light-runner/src/worker-runner.js';
import { withCost } from './suite-cost.mjs';

/** Milliseconds. Far more than any test takes: it ends what hangs, and measures nothing. A night may share its machine. */
const minTimeout = process.env.TEST_SIZE === 'night' ? 3_600_000 : 300_000;

// A run tries the same cases each time, and each round of a night others.
fc.configureGlobal({ seed: Number(process.env.TEST_ROUND ?? 0) });

// Outside production GraphQL looks for a second copy of itself at each value, a quarter of the sandbox's time.
process.env.NODE_ENV = 'production';
process.setSourceMapsEnabled(true);

/** The light runner knows no timeout: a test that never ends would hold up the others. */
const endedInTime =
  (work, timeout = minTimeout) =>
  async () => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not done within ${timeout} ms`)), timeout);
    });
    try {
      await Promise.race([work(), late]);
    } finally {
      clearTimeout(timer);
    }
  };

addEventHandler(({ name }, { currentDescribeBlock: { children, hooks } }) => {
  const added = name === 'add_test' ? children.at(-1) : name === 'add_hook' ? hooks.at(-1) : undefined;
  if (added?.fn !== undefined) added.fn = endedInTime(added.fn, Math.max(minTimeout, added.timeout ?? 0));
});

export const setup = setWorkerData;

/** Runs a test file, and gives what Jest calls its result. */
export const runFile = (path) => withCost(path, () => run(path));
