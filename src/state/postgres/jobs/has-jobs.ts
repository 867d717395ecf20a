import * as E from 'fp-ts/lib/Either.js';
import { sql } from 'kysely';
import type { BookError } from '../../../core/record-book.ts';
import type { Transaction } from '../../sql/in-transaction.ts';

/** Whether there is a job whose key begins with one of these. */
export const hasJobs = async (
  transaction: Transaction,
  workerSchema: string,
  keys: readonly string[],
): Promise<E.Either<BookError, boolean>> => {
  const { rows } = await sql`
    select 1 from ${sql.id(workerSchema, 'jobs')}
    where exists (select 1 from unnest(${keys}::text[]) as wanted where starts_with(key, wanted)) limit 1`.execute(
    transaction,
  );
  return E.right(rows.length > 0);
};
