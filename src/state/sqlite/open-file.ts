import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { dirname } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { BookError } from '../../core/record-book.ts';
import type { SqliteDatabase, SqliteDriver } from './sqlite-driver.ts';
import { bookError, toBookError } from './to-book-error.ts';

const isInMemory = (path: string): boolean => path === ':memory:';

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

const isThere = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';

/** SQLite "cannot open" a file when it may not write beside it; this tells why. */
const explain = (path: string, error: BookError): BookError => {
  if (error.problem !== 'cannot open') return error;
  const access = E.tryCatch(
    () => accessSync(dirname(path), constants.W_OK),
    (reason) => toBookError(path)(reason),
  );
  return E.isLeft(access) && access.left.problem === 'read only' ? bookError(path, 'read only') : error;
};

/** Opens the file at a path, or makes it. `:memory:` is a database that is gone when it is closed. */
export const openFile = ({ DatabaseSync }: SqliteDriver, path: string): E.Either<BookError, SqliteDatabase> => {
  const created = isInMemory(path) ? E.right(undefined) : createForOwner(path);
  if (E.isLeft(created) && !isThere(created.left)) return E.left(explain(path, toBookError(path)(created.left)));
  return E.tryCatch(
    () => new DatabaseSync(path),
    (error) => explain(path, toBookError(path)(error)),
  );
};
