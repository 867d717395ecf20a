import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../../domain/sync-store.ts';
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { optionalPackage } from '../sql/load-driver.ts';
import { fieldOf } from '../../domain/fields.ts';
import { sqliteError, toSqliteError } from './errors.ts';

const isDriver = (module: unknown): module is SqliteDriver => typeof fieldOf(module, 'DatabaseSync') === 'function';

/** First the one that is part of Node (from 22.13 on), then the one that brings its own binary. */
export const loadSqliteDriver = optionalPackage(
  ['node:sqlite', '@photostructure/sqlite'],
  isDriver,
  'This Node has no SQLite. Either run Node 22.13 or later, which has it built in, or install the optional package ' +
    'that was left out: npm install @photostructure/sqlite',
);

/** The part of `DatabaseSync` that we use; `node:sqlite` and `@photostructure/sqlite` both have it. */
export interface SqliteDatabase {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => SqliteStatement;
  readonly close: () => void;
}

export interface SqliteStatement {
  /** Runs it to its end; no rows for a statement that gives none. Throws at a value that SQLite has no type for. */
  readonly all: (...parameters: readonly unknown[]) => readonly unknown[];
}

interface SqliteDriver {
  readonly DatabaseSync: new (path: string) => SqliteDatabase;
}

/**
 * Makes a new file readable for its owner only: it holds addresses until their transactions are confirmed.
 *
 * A file that is there is not even opened: closing it would drop the locks that another handle of this process holds
 * (https://sqlite.org/howtocorrupt.html, section 2.2).
 */
const createForOwner = (path: string): E.Either<unknown, void> =>
  E.tryCatch(
    () => closeSync(openSync(path, 'wx', 0o600)),
    (error) => error,
  );

/** SQLite "cannot open" a file when it may not write beside it; this names the cause. */
const explain = (path: string, error: StoreError): StoreError => {
  if (error.problem !== 'cannot open') return error;
  const access = E.tryCatch(() => accessSync(dirname(path), constants.W_OK), toSqliteError(path));
  return E.isLeft(access) && access.left.problem === 'read only' ? sqliteError(path, 'read only') : error;
};

/** Opens the file at a path, or makes it. `:memory:` is a database that is gone when it is closed. */
export const openDatabaseFile = (
  { DatabaseSync }: SqliteDriver,
  path: string,
): E.Either<StoreError, SqliteDatabase> => {
  const created = path === ':memory:' ? E.right(undefined) : createForOwner(path);
  if (E.isLeft(created) && fieldOf(created.left, 'code') !== 'EEXIST')
    return E.left(explain(path, toSqliteError(path)(created.left)));
  return E.tryCatch(
    () => new DatabaseSync(path),
    (error) => explain(path, toSqliteError(path)(error)),
  );
};
