/** Opens or creates the SQLite file so that only its owner can read it, because it holds addresses for a while. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError } from '../../domain/sync-store.ts';
import { accessSync, closeSync, constants, lstatSync, openSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { optionalPackage } from '../sql/load-driver.ts';
import { fieldOf } from '../../domain/fields.ts';
import { followOwnLinks, foreignReason, isReadableByOthers, type ProcessUser } from '../../domain/own-files.ts';
import { foreignLink, sqliteError, toSqliteError } from './errors.ts';

interface SqliteDriver {
  readonly DatabaseSync: new (path: string) => SqliteDatabase;
}

const isDriver = (module: unknown): module is SqliteDriver => typeof fieldOf(module, 'DatabaseSync') === 'function';

/** The part of `DatabaseSync` that we use; `node:sqlite` and `@photostructure/sqlite` both have it. */
export interface SqliteDatabase {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => SqliteStatement;
  readonly close: () => void;
}

export interface SqliteStatement {
  /** Runs the statement to its end; the list is empty if it returns no rows. Throws if SQLite has no type for a value. */
  readonly all: (...parameters: readonly unknown[]) => readonly unknown[];
}

/** Tries the driver that is part of Node (from 22.13 on), then the one that brings its own binary. */
export const loadSqliteDriver = optionalPackage(
  {
    'node:sqlite': () => Promise.resolve(process.getBuiltinModule('node:sqlite')),
    '@photostructure/sqlite': async () => {
      try {
        return await import('@photostructure/sqlite');
      } catch (error) {
        return error;
      }
    },
  },
  isDriver,
  'This Node has no SQLite. Either run Node 22.13 or later, which has it built in, or install the optional package ' +
    'that was left out: npm install @photostructure/sqlite',
);

const runningUser: ProcessUser = { uid: process.getuid?.(), gid: process.getgid?.() };

interface OpenedFile {
  readonly database: SqliteDatabase;
  /** A problem that the operator should correct although the file is open; null if nothing is wrong. */
  readonly warning: string | null;
}

/** Opens or creates the file at a path. `:memory:` is a database that disappears when it is closed. */
export const openDatabaseFile = (
  { DatabaseSync }: SqliteDriver,
  named: string,
  user: ProcessUser = runningUser,
): E.Either<StoreError, OpenedFile> => {
  const isFile = named !== ':memory:';
  const path = isFile ? followOwnLinks({ lstat: statOf, target: targetOf }, user)(named) : E.right(named);
  if (E.isLeft(path)) return E.left(foreignLink(named));
  const created = isFile ? createForOwner(path.right) : E.right(undefined);
  if (E.isLeft(created) && fieldOf(created.left, 'code') !== 'EEXIST')
    return E.left(explain(named, toSqliteError(named)(created.left)));
  return E.tryCatch(
    () => ({ database: new DatabaseSync(path.right), warning: isFile ? warningOf(path.right, user) : null }),
    (error) => explain(named, toSqliteError(named)(error)),
  );
};

/** Undefined also if the path cannot be read: opening it will show what is wrong. */
const statOf = (path: string): Stats | undefined => O.toUndefined(O.tryCatch(() => lstatSync(path)));

const targetOf = (link: string): string => resolve(dirname(link), readlinkSync(link));

/**
 * Creates a new file that only its owner can read, even if a link names it. An existing file is not even opened here: closing it
 * would drop the locks that another handle of this process holds (https://sqlite.org/howtocorrupt.html, section 2.2).
 */
const createForOwner = (path: string): E.Either<unknown, void> =>
  E.tryCatch(
    () => closeSync(openSync(path, 'wx', 0o600)),
    (error) => error,
  );

/** SQLite reports "cannot open" if it may not write in the folder of the file; this finds the cause. */
const explain = (path: string, error: StoreError): StoreError => {
  if (error.problem !== 'cannot open') return error;
  const access = E.tryCatch(() => accessSync(dirname(path), constants.W_OK), toSqliteError(path));
  return E.isLeft(access) && access.left.problem === 'read only' ? sqliteError(path, 'read only') : error;
};

const warningOf = (path: string, user: ProcessUser): string | null => {
  const stat = statOf(path);
  return stat !== undefined && (isReadableByOthers(stat, user) || foreignReason(stat, user) !== undefined)
    ? `Other users of this machine may read or write the sync database ${path}, which holds addresses until their transactions are confirmed. Make it yours alone: chmod 600.`
    : null;
};
