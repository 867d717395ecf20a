import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { BookWithInbox } from '../../core/inbox.ts';
import type { BookError } from '../../core/record-book.ts';
import type { Secret } from '../../core/secret.ts';
import { bookAddress } from './book-address.ts';
import { bookOver } from './book-over.ts';
import { loadDriver } from './load-driver.ts';
import { openPool } from './open-pool.ts';

/**
 * The record book and its inbox in a PostgreSQL database, for any number of processes and machines. Its tables are in the
 * schema `tax_nexus`, or in the one that the address names with `?schema=`; they are made and brought up to date here.
 *
 * Left when the package pg is not installed, when the database cannot be reached or refuses the user, or when a newer
 * version has written the book; the message says what to do, and holds neither address nor password.
 *
 * @example
 * const book = await postgresRecordBook(secret('postgres://tax_nexus:…@db.internal:5432/shop'))();
 */
export const postgresRecordBook =
  (url: Secret): TE.TaskEither<BookError, BookWithInbox> =>
  async () => {
    const address = bookAddress(url.reveal());
    if (E.isLeft(address)) return address;
    const driver = await loadDriver();
    if (E.isLeft(driver)) return driver;
    return bookOver(() => openPool(driver.right, address.right), address.right.schema)();
  };
