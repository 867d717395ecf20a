import { appendFileSync, readFileSync } from 'node:fs';

const log = process.env.TAX_NEXUS_TEST_COSTS;

/** CPU seconds so far of this process, and of the processes that it started and that have ended. Linux alone counts them. */
const spent = () => {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').map(Number);
  return { own: (fields[11] + fields[12]) / 100, started: (fields[13] + fields[14]) / 100 };
};

/**
 * Runs a test file. If TAX_NEXUS_TEST_COSTS names a file, appends a line of JSON to it: what the test file cost in CPU seconds, of
 * its own and in processes that it started, and in seconds on the clock.
 */
export const withCost = async (path, run) => {
  if (log === undefined) return run();
  const [before, began] = [spent(), performance.now()];
  const result = await run();
  const { own, started } = spent();
  const cost = {
    path,
    own: own - before.own,
    started: started - before.started,
    clock: (performance.now() - began) / 1000,
  };
  appendFileSync(
    log,
    `${JSON.stringify({ ...cost, tests: result.testResults.length, failed: result.numFailingTests })}\n`,
  );
  return result;
};
