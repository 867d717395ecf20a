import type { BookWithInbox } from '../../core/inbox.ts';
import { bookOver } from './book-over.ts';
import { emptyMemory } from './memory.ts';

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
export const memoryRecordBook = (): BookWithInbox => bookOver(emptyMemory());
