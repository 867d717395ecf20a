import type { Window } from '../../../src/mapping/source-connector.ts';
import { bulkCancel } from '../documents/index.ts';
import type { BulkPosition } from './bulk-position.ts';
import type { BulkPorts, Step } from './ports.ts';
import { goOnFrom, inPages } from './ways-on.ts';

/** Milliseconds before the first looks at an operation, and before each later one. */
const firstPauses = [1_000, 2_000] as const;
const laterPause = 5_000;

/** Minutes are usual. What takes longer than this is read in pages, and the operation is ended. */
const longestWait = 3 * 60 * 60_000;

/**
 * Waits a few seconds for an operation, or until the webhook says that it is over, and gives the window back without an
 * order: so the pipeline can be interrupted, keeps its lease, and goes on waiting after a crash.
 */
export const lookAgain = async (
  { ask, clock, bells: requests }: Pick<BulkPorts, 'ask' | 'clock' | 'bells'>,
  window: Window,
  position: BulkPosition,
): Step => {
  const { looks, operation } = position;
  const since = looks === 0 ? clock.now() : position.since;
  if (clock.now() - since > longestWait) {
    // Whether it could be ended makes no difference here.
    if (operation !== null) await ask(bulkCancel, { id: operation })();
    return inPages(window);
  }
  const pause = clock.sleep(firstPauses[looks] ?? laterPause)();
  await (operation === null ? pause : Promise.race([pause, requests.rung(operation)]));
  return goOnFrom({ ...position, since, looks: looks + 1 });
};
