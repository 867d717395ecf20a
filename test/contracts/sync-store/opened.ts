import type { SyncStore } from '../../../src/domain/sync-store.ts';
import type { Run } from '../../../src/domain/run.ts';

/** What each test is given: a new, empty book, and the run `run-1` of an ordinary request in it. */
export interface Opened {
  readonly store: () => SyncStore;
  readonly run: () => Run;
}
