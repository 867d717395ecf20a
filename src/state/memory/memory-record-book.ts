import * as TE from 'fp-ts/lib/TaskEither.js';
import { type RecordBook } from '../../core/record-book.ts';
import { leases } from './leases.ts';
import { emptyMemory } from './memory.ts';
import { pages } from './pages.ts';
import { presence } from './presence.ts';
import { report } from './report.ts';
import { runs } from './runs.ts';

/**
 * A record book that lives as long as the process: for tests, and as the simulator's model of the others.
 *
 * Closing it changes nothing, so that a "restarted" program can be given the same book again. It holds every entry: for
 * long runs take the SQLite book.
 *
 * @example
 * const book = memoryRecordBook();
 * await book.openRun(request, { id: 'run-1', at: '2026-01-01T00:00:00Z' })();
 */
export const memoryRecordBook = (): RecordBook => {
  const memory = emptyMemory();
  return {
    ...runs(memory),
    ...leases(memory),
    ...pages(memory),
    ...presence(memory),
    ...report(memory),
    close: TE.right(undefined),
  };
};
