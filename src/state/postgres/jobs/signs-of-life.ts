import * as E from 'fp-ts/lib/Either.js';
import { sql } from 'kysely';
import type { BookError } from '../../../core/record-book.ts';
import { type Transaction, writing } from '../../sql/in-transaction.ts';
import type { SqlBook } from '../../sql/sql-book.ts';

/** By the clock of the database, so that it does not matter whose clock is wrong. */
const now = sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** Notes that the workers of a process are alive. */
export const giveSign = (
  book: SqlBook,
  ids: readonly string[],
  owner: string,
): (() => Promise<E.Either<BookError, void>>) =>
  writing(book, async (transaction) => {
    await sql`
      insert into worker (id, owner, seen_at) select id, ${owner}, ${now} from unnest(${ids}::text[]) as id
      on conflict (id) do update set owner = excluded.owner, seen_at = excluded.seen_at`.execute(transaction);
    return E.right(undefined);
  });

interface Dead {
  readonly id: string;
  readonly owner: string | null;
}

const findDead = async (
  transaction: Transaction,
  workerSchema: string,
  deadAfter: number,
): Promise<readonly Dead[]> => {
  const { rows } = await sql<Dead>`
    select id, owner from worker where seen_at < ${now} - ${deadAfter}::bigint
    union
    select locked_by, null from ${sql.id(workerSchema, 'jobs')}
    where locked_by is not null and locked_at < clock_timestamp() - ${deadAfter}::bigint * interval '1 millisecond'
      and not exists (select 1 from worker where worker.id = locked_by)`.execute(transaction);
  return rows;
};

/** Jobs whose place a later one of their key had taken when their worker died: nobody does them again. */
const clearReplaced = async (transaction: Transaction, workerSchema: string): Promise<void> => {
  await sql`
    select ${sql.id(workerSchema, 'complete_jobs')}(array(
      select id from ${sql.id(workerSchema, 'jobs')}
      where key is null and locked_at is null and attempts >= max_attempts))`.execute(transaction);
};

const unlock = async (transaction: Transaction, workerSchema: string, ids: readonly string[]): Promise<void> => {
  await sql`select ${sql.id(workerSchema, 'force_unlock_workers')}(${ids}::text[])`.execute(transaction);
  await clearReplaced(transaction, workerSchema);
  await sql`delete from worker where id = any(${ids}::text[])`.execute(transaction);
};

/**
 * Takes from workers that gave no sign of life what they had begun: their jobs with their queues, and the bells that they
 * had claimed. One that was only slow does no harm: what is done twice is settled once. Right: how many workers that were.
 */
export const takeFromDead = (
  book: SqlBook,
  workerSchema: string,
  deadAfter: number,
): (() => Promise<E.Either<BookError, number>>) =>
  writing(book, async (transaction) => {
    await book.engine.lock(transaction, ['signs of life']);
    const dead = await findDead(transaction, workerSchema, deadAfter);
    if (dead.length === 0) return E.right(0);
    const ids = dead.map(({ id }) => id);
    const owners = dead.flatMap(({ owner }) => owner ?? []);
    await sql`update bell set claim_owner = '', claim_until = 0 where claim_owner = any(${owners}::text[])`.execute(
      transaction,
    );
    await unlock(transaction, workerSchema, ids);
    return E.right(dead.length);
  });

/** These workers have ended. What they could not note as done, or as failed, is done again. */
export const handBack = (
  book: SqlBook,
  workerSchema: string,
  ids: readonly string[],
): (() => Promise<E.Either<BookError, void>>) =>
  writing(book, async (transaction) => {
    await unlock(transaction, workerSchema, ids);
    return E.right(undefined);
  });
