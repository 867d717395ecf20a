import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { FencingToken, StoreError, SyncStore } from '../../domain/sync-store.ts';
import { isLeased } from '../claims.ts';
import { toNumber } from './rows.ts';
import { inReadTransaction, inWriteTransaction, type SqlTransaction } from './statements.ts';
import type { SqlDatabase, SqlEngine } from './engine.ts';
import { sql } from 'kysely';
import type { RateLimitStore } from '../../domain/rate-limit-store.ts';
import type { LaneRow } from '../schema.ts';

export const sqlLeases = (database: SqlDatabase): Pick<SyncStore, 'acquireLease' | 'releaseLease'> => ({
  acquireLease: (storefront, owner, { now, until, renews = false }, isGone) =>
    inWriteTransaction(database, async (transaction): Promise<E.Either<StoreError, O.Option<string>>> => {
      await database.engine.lock(transaction, [`lease ${storefront}`]);
      const current = await transaction
        .selectFrom('lease')
        .select(['owner', 'until'])
        .where('storefront', '=', storefront)
        .executeTakeFirst();
      if (renews && current?.owner !== owner) return E.right(O.some(current?.owner ?? ''));
      const isTaken =
        current !== undefined &&
        current.owner !== owner &&
        isLeased(toNumber(current.until), { now, until }) &&
        !isGone(current.owner);
      if (isTaken) return E.right(O.some(current.owner));
      await transaction
        .insertInto('lease')
        .values({ storefront, owner, until })
        .onConflict((at) => at.column('storefront').doUpdateSet({ owner, until }))
        .execute();
      return E.right(O.none);
    }),

  releaseLease: (storefront, owner) =>
    inWriteTransaction(database, async (transaction) => {
      await transaction.deleteFrom('lease').where('storefront', '=', storefront).where('owner', '=', owner).execute();
      return E.right(undefined);
    }),
});

/** Whether the lease or claim still belongs to its owner; it stays so until the transaction ends. */
export const lockAndCheckFence = async (
  { supportsRowLocks }: Pick<SqlEngine, 'supportsRowLocks'>,
  transaction: SqlTransaction,
  { storefront, recordId, owner }: FencingToken,
): Promise<boolean> => {
  const found =
    recordId === undefined
      ? await transaction
          .selectFrom('lease')
          .select('owner')
          .where('storefront', '=', storefront)
          .$if(supportsRowLocks, (query) => query.forShare())
          .executeTakeFirst()
      : await transaction
          .selectFrom('bell')
          .select('claim_owner as owner')
          .where('storefront', '=', storefront)
          .where('record_id', '=', recordId)
          .$if(supportsRowLocks, (query) => query.forShare())
          .executeTakeFirst();
  return found?.owner === owner;
};

export const sqlRateLimit = (database: SqlDatabase): RateLimitStore => ({
  pausedUntil: inReadTransaction(database, async (transaction) => {
    const row = await transaction.selectFrom('lane').select('paused_until').executeTakeFirst();
    return E.right(toNumber(row?.paused_until ?? 0));
  }),

  pauseUntil: (until, maxAhead) =>
    inWriteTransaction(database, async (transaction) => {
      const at = Math.ceil(until);
      await sql`
        insert into lane (one, paused_until, next_turn) values (1, ${at}, 0)
        on conflict (one) do update set paused_until =
          case when lane.paused_until < excluded.paused_until or lane.paused_until > ${at + maxAhead}
            then excluded.paused_until else lane.paused_until end
        `.execute(transaction);
      return E.right(undefined);
    }),

  reserveStarts: ({ now, count, interval, maxAhead }) =>
    inWriteTransaction(database, async (transaction) => {
      const length = Math.ceil(count * interval);
      const { rows } = await sql<Pick<LaneRow, 'next_turn'>>`
        insert into lane (one, paused_until, next_turn) values (1, 0, ${Math.ceil(now) + length})
        on conflict (one) do update set next_turn =
          case when lane.next_turn + ${length} < excluded.next_turn or lane.next_turn > ${Math.ceil(now + maxAhead)}
            then excluded.next_turn else lane.next_turn + ${length} end
        returning next_turn`.execute(transaction);
      return E.right(toNumber(rows[0]?.next_turn ?? 0) - length);
    }),
});
