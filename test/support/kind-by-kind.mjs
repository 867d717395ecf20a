import Sequencer from '@jest/test-sequencer';

/**
 * Kinds whose suites take longest come first: at the end of a run no core waits for one suite. Pages come last: what renders one has
 * Node follow every promise of its process from then on, up to version 22.
 */
const order = ['campaigns', 'published', 'browser', 'storage', 'unit', 'commands', 'screen'];
const placeOf = ({ context }) => order.indexOf(context.config.displayName?.name);

export default class KindByKind extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted].sort((one, other) => placeOf(one) - placeOf(other));
  }
}
