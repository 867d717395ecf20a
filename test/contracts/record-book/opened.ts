import type { RecordBook } from '../../../src/core/record-book.ts';
import type { Run } from '../../../src/core/run.ts';

/** What each test is given: a new, empty book, and the run `run-1` of an ordinary request in it. */
export interface Opened {
  readonly book: () => RecordBook;
  readonly run: () => Run;
}
