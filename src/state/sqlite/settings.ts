import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { BookError } from '../../core/record-book.ts';
import { defaultPatience } from './patience.ts';
import type { SqliteDatabase } from './sqlite-driver.ts';

/**
 * `wal` and `full`: a commit is durable when it returns, also through a power failure. `secure_delete`: what is deleted
 * is overwritten, for bodies hold addresses.
 */
const settings = [
  `pragma busy_timeout = ${defaultPatience}`,
  'pragma journal_mode = wal',
  'pragma synchronous = full',
  'pragma foreign_keys = on',
  'pragma secure_delete = on',
].join('; ');

const attempts = 100;
const pauseMs = 50;

/** The change to WAL does not wait for other processes as statements do; two that make a new file at once must. */
export const applySettings = async (
  database: SqliteDatabase,
  toBookError: (error: unknown) => BookError,
): Promise<E.Either<BookError, void>> => {
  for (let attempt = 1; ; attempt += 1) {
    const applied = E.tryCatch(() => database.exec(settings), toBookError);
    if (E.isRight(applied) || applied.left.problem !== 'busy' || attempt === attempts) return applied;
    await sleep(pauseMs);
  }
};
