import Sequencer from '@jest/test-sequencer';

/** What takes longest, in this order: the last suite to end should be a short one. */
const long = [
  'test/examples/shell-blocks',
  'test/kill/workers',
  'test/examples/examples',
  'test/kill/database-restart',
  'test/app/plugin/shared-runs',
  'test/sim/worlds',
  'test/kill/killed',
  'test/app/plugin/behind-a-balancer',
  'test/browser/live',
  'test/kill/postgres',
  'test/store/postgres/postgres-store',
  'test/privacy/command-line',
  'test/packed/types',
  'test/browser/story',
  'test/app/plugin/many-deliveries',
  'test/sim/mutants',
  'test/app/plugin/live',
  'test/app/plugin/historical-sync',
  'test/kill/random',
  'test/kill/two-processes',
  'test/kill/lost-store',
  'test/kill/chaos',
  'test/connectors/stripe.conformance',
  'test/cli/app',
  'test/docs/code',
  'test/packed/session-tokens',
  'test/operations/export/many-rows',
  'test/browser/accessible',
];

const placeOf = ({ path }) => {
  const at = long.findIndex((name) => path.replaceAll('\\', '/').includes(`${name}.`));
  return at < 0 ? long.length : at;
};

/** Begins with the suites that are known to be long: on a fresh clone Jest goes by the size of a file, and waits at the end. */
export default class LongestFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted].sort((one, other) => placeOf(one) - placeOf(other));
  }
}
