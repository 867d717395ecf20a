import Sequencer from '@jest/test-sequencer';
import config from '../../jest.config.mjs';

const kinds = config.projects.map(({ displayName }) => displayName);
const placeOf = ({ context }) => kinds.indexOf(context.config.displayName?.name);

/** Begins with the kinds whose suites take longest: at the end of a run no core waits for one suite. */
export default class KindByKind extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted].sort((one, other) => placeOf(one) - placeOf(other));
  }
}
