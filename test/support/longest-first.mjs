import Sequencer from '@jest/test-sequencer';

/** What takes longest, mostly in waiting for a clock or a process, in this order. */
const long = [
  'test/kill/workers',
  'test/kill/killed',
  'test/app/plugin/behind-a-balancer',
  'test/app/plugin/shared-runs',
  'test/kill/random',
  'test/app/plugin/many-deliveries',
  'test/sim/mutants',
  'test/kill/lost-book',
  'test/kill/postgres',
  'test/examples/examples',
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
