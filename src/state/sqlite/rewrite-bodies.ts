import { sql } from 'kysely';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { BookError } from '../../core/record-book.ts';
import { writing } from '../sql/in-transaction.ts';
import type { SqlBook } from '../sql/sql-book.ts';

/**
 * Writes the frozen bodies that are still needed once more. `secure_delete` overwrites a row that is deleted; a copy of it that
 * stayed behind when SQLite moved rows between pages is not a row any more, and keeps its bytes until its page is cleared.
 */
export const rewriteBodies = (book: SqlBook): TE.TaskEither<BookError, void> =>
  writing(book, async (transaction) => {
    // In the file itself: a temporary table would leave addresses in a temporary folder.
    await sql`create table body_kept as select id, body from sending_body order by id`.execute(transaction);
    await sql`delete from sending_body`.execute(transaction);
    await sql`insert into sending_body (id, body) select id, body from body_kept order by id`.execute(transaction);
    await sql`drop table body_kept`.execute(transaction);
    return E.right(undefined);
  });
