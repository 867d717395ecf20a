import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Page, Window } from '../../../src/mapping/source-connector.ts';
import { pagesInProgress } from '../reading/pages-in-progress.ts';
import type { BulkPosition } from './bulk-position.ts';
import type { FetchRange } from './fetch-range.ts';
import { finishedBells } from './finished-bells.ts';
import { openResult } from './open-result.ts';
import { operationsAhead } from './operations-ahead.ts';
import type { BulkPorts } from './ports.ts';
import { readBulkPage } from './read-bulk-page.ts';
import { readPart } from './read-part.ts';

/** Reads windows by bulk operations. */
export interface BulkReading {
  /** Takes note of the windows of a range, so that the operations of the next ones run while one is read. */
  readonly plan: (windows: readonly Window[]) => void;
  readonly readPage: (window: Window, position: BulkPosition) => TE.TaskEither<SourceError, Page>;
  /** Takes the verified payload of a webhook. */
  readonly hear: (payload: unknown) => void;
}

type Given = Pick<BulkPorts, 'ask' | 'pageSize' | 'costOf' | 'shop' | 'policy' | 'clock' | 'origin'>;

/** One for each connector: operations that were started ahead are remembered here, and nowhere else. */
export const bulkReading = (given: Given, fetch: FetchRange): BulkReading => {
  const [ahead, requests] = [operationsAhead(), finishedBells()];
  const inProgress: BulkPorts['inProgress'] = pagesInProgress(given.clock.now);
  return {
    plan: (windows) => {
      inProgress.forgetAll();
      ahead.plan(windows);
    },
    hear: requests.hear,
    readPage: readBulkPage({
      ...given,
      ahead,
      bells: requests,
      openResult: openResult(given.ask),
      readPart: readPart(fetch),
      inProgress,
    }),
  };
};
