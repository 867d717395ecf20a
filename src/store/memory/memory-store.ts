import type { SyncDatabase } from '../../domain/inbox.ts';
import { emptyMemory, type Memory } from './memory.ts';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { memoryInbox } from './inbox.ts';
import { memoryLeases, memoryRateLimit } from './coordination.ts';
import { memoryNewestConfirmed, memoryPages, memorySaleReferences } from './pages.ts';
import { memoryRemoteIndex, memoryServiceFacts } from './remote-index.ts';
import { memoryReport, memoryReviews } from './reviews.ts';
import { memoryRuns } from './runs.ts';

/**
 * A sync database that lasts as long as the process: for tests, and as the simulator's model of the others.
 *
 * Closing it changes nothing, so that a "restarted" program can be given the same store again. It keeps every report line
 * in memory: for long runs use SQLite.
 *
 * @example
 * const store = memoryStore();
 * await store.openRun(request, { id: 'run-1', at: '2026-01-01T00:00:00Z' })();
 */
export const memoryStore = (): SyncDatabase => storeOverMemory(emptyMemory());

/** A store over memory that the caller keeps, so that a copy of it can be restored later. */
export const storeOverMemory = (memory: Memory): SyncDatabase => ({
  ...memoryRuns(memory),
  ...memoryLeases(memory),
  ...memoryPages(memory),
  ...memoryRemoteIndex(memory),
  ...memorySaleReferences(memory),
  ...memoryNewestConfirmed(memory),
  ...memoryServiceFacts(memory),
  ...memoryReport(memory),
  inbox: memoryInbox(memory),
  rateLimit: memoryRateLimit(memory),
  reviews: memoryReviews(memory),
  close: TE.right(undefined),
});
