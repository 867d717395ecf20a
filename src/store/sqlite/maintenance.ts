import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../../domain/sync-store.ts';
import type { SqliteDatabase } from './driver.ts';
import { sql } from 'kysely';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { inWriteTransaction } from '../sql/transaction.ts';
import type { SqlDatabase } from '../sql/engine.ts';

/** How long to wait for another process that has the file locked, in milliseconds. */
export const defaultLockTimeout = 5000;

/**
 * `wal` and `full`: a commit is durable when it returns, also through a power failure. `secure_delete`: what is deleted
 * is overwritten, for bodies hold addresses.
 */
const settings = [
  `pragma busy_timeout = ${defaultLockTimeout}`,
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
  toStoreError: (error: unknown) => StoreError,
): Promise<E.Either<StoreError, void>> => {
  for (let attempt = 1; ; attempt += 1) {
    const applied = E.tryCatch(() => database.exec(settings), toStoreError);
    if (E.isRight(applied) || applied.left.problem !== 'busy' || attempt === attempts) return applied;
    await sleep(pauseMs);
  }
};

const isBusy = (row: unknown): boolean => typeof row === 'object' && row !== null && 'busy' in row && row.busy !== 0;

/**
 * Moves the write-ahead log into the file and cuts it, so that bytes which were deleted are in neither. False, with the log as
 * it was, while another process reads or writes, or when the disk is full: nothing is lost, and the next time will do.
 */
export const truncateLog = (database: SqliteDatabase): boolean => {
  try {
    database.exec('pragma busy_timeout = 0');
    return !database.prepare('pragma wal_checkpoint(truncate)').all().some(isBusy);
  } catch {
    return false;
  } finally {
    database.exec(`pragma busy_timeout = ${defaultLockTimeout}`);
  }
};

/**
 * Writes the frozen bodies that are still needed once more. `secure_delete` overwrites a row that is deleted; a copy of it that
 * stayed behind when SQLite moved rows between pages is not a row any more, and keeps its bytes until its page is cleared.
 */
export const rewriteBodies = (database: SqlDatabase): TE.TaskEither<StoreError, void> =>
  inWriteTransaction(database, async (transaction) => {
    // In the file itself: a temporary table would leave addresses in a temporary folder.
    await sql`create table body_kept as select id, body from sending_body order by id`.execute(transaction);
    await sql`delete from sending_body`.execute(transaction);
    await sql`insert into sending_body (id, body) select id, body from body_kept order by id`.execute(transaction);
    await sql`drop table body_kept`.execute(transaction);
    return E.right(undefined);
  });
