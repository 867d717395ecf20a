import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { FencingToken, StoreResult, SyncStore } from '../../domain/sync-store.ts';
import { isLeased, takenOverError } from '../store-rules.ts';
import { toNumber } from './rows.ts';
import { type AccountDatabase, readFrom, type SqlDatabase, type SqlTransaction, writeTo } from './database.ts';
import { sql } from 'kysely';
import type { RateLimitStore } from '../../domain/rate-limit-store.ts';
import type { LaneRow } from '../schema.ts';

export const sqlLeases = (database: SqlDatabase): Pick<SyncStore, 'acquireLease' | 'releaseLease'> => ({
  acquireLease: (storefront, owner, { now, until, maxUntil = until, renews = false }, isGone) =>
    writeTo(database, async (transaction): Promise<O.Option<string>> => {
      await database.engine.lock(transaction, `lease ${storefront}`);
      const current = await transaction
        .selectFrom('lease')
        .select(['owner', 'until'])
        .where('storefront', '=', storefront)
        .executeTakeFirst();
      if (renews && current?.owner !== owner) return O.some(current?.owner ?? '');
      const isTaken =
        current !== undefined &&
        current.owner !== owner &&
        isLeased(toNumber(current.until), { now, until: maxUntil }) &&
        !isGone(current.owner);
      if (isTaken) return O.some(current.owner);
      await transaction
        .insertInto('lease')
        .values({ storefront, owner, until })
        .onConflict((at) => at.column('storefront').doUpdateSet({ owner, until }))
        .execute();
      return O.none;
    }),

  releaseLease: (storefront, owner) =>
    writeTo(database, async (transaction) => {
      // A renewal that is under way would write the lease again after its end.
      await database.engine.lock(transaction, `lease ${storefront}`);
      await transaction.deleteFrom('lease').where('storefront', '=', storefront).where('owner', '=', owner).execute();
    }),
});

/** Left when the lease or claim no longer belongs to its owner. Otherwise it stays so until the transaction ends. */
export const lockAndCheckFence = async (
  { engine: { supportsRowLocks } }: SqlDatabase,
  transaction: SqlTransaction,
  fence: FencingToken | undefined,
): StoreResult<void> => {
  if (fence === undefined) return E.right(undefined);
  const { storefront, recordId, owner } = fence;
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
  return found?.owner === owner ? E.right(undefined) : E.left(takenOverError(storefront));
};

export const sqlRateLimit = (database: AccountDatabase): RateLimitStore => ({
  pausedUntil: readFrom(database, async (transaction) => {
    const row = await transaction
      .selectFrom('lane')
      .select('paused_until')
      .where('account', '=', database.account)
      .executeTakeFirst();
    return toNumber(row?.paused_until ?? 0);
  }),

  pauseUntil: (until, maxAhead) =>
    writeTo(database, async (transaction) => {
      const at = Math.ceil(until);
      await sql`
        insert into lane (account, paused_until, next_turn) values (${database.account}, ${at}, 0)
        on conflict (account) do update set paused_until =
          case when lane.paused_until < excluded.paused_until or lane.paused_until > ${at + maxAhead}
            then excluded.paused_until else lane.paused_until end
        `.execute(transaction);
    }),

  reserveStarts: ({ now, count, interval, maxAhead }) =>
    writeTo(database, async (transaction) => {
      const length = Math.ceil(count * interval);
      const { rows } = await sql<Pick<LaneRow, 'next_turn'>>`
        insert into lane (account, paused_until, next_turn) values (${database.account}, 0, ${Math.ceil(now) + length})
        on conflict (account) do update set next_turn =
          case when lane.next_turn + ${length} < excluded.next_turn or lane.next_turn > ${Math.ceil(now + maxAhead)}
            then excluded.next_turn else lane.next_turn + ${length} end
        returning next_turn`.execute(transaction);
      return toNumber(rows[0]?.next_turn ?? 0) - length;
    }),
});
