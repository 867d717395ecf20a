/** Keeps processes apart that share a database: one at a time works on a storefront, and all obey one rate limit per API key. */
import * as O from 'fp-ts/lib/Option.js';
import type { SyncStore } from '../../domain/sync-store.ts';
import { isLeased } from '../store-rules.ts';
import { toNumber } from './rows.ts';
import { type AccountDatabase, readFrom, type SqlDatabase, writeTo } from './database.ts';
import { sql } from 'kysely';
import type { RateLimitStore } from '../../domain/rate-limit-store.ts';
import type { LeaseRow, RateLimitRow } from '../schema.ts';
import { prepared } from './prepared.ts';

const leaseOf = prepared((transaction, { storefront }: Pick<LeaseRow, 'storefront'>) =>
  transaction.selectFrom('lease').select(['owner', 'until']).where('storefront', '=', storefront),
);

const saveLease = prepared((transaction, { storefront, owner, until }: LeaseRow) =>
  transaction
    .insertInto('lease')
    .values({ storefront, owner, until })
    .onConflict((at) => at.column('storefront').doUpdateSet({ owner, until })),
);

const deleteLease = prepared((transaction, { storefront, owner }: Pick<LeaseRow, 'storefront' | 'owner'>) =>
  transaction.deleteFrom('lease').where('storefront', '=', storefront).where('owner', '=', owner),
);

export const sqlLeases = (database: SqlDatabase): Pick<SyncStore, 'acquireLease' | 'releaseLease'> => ({
  acquireLease: (storefront, owner, { now, until, maxUntil = until, renews = false }, isGone) =>
    writeTo(database, async (transaction): Promise<O.Option<string>> => {
      await database.engine.lock(transaction, `lease ${storefront}`);
      const ahead = await database.engine.clockAhead(transaction);
      const [current] = await leaseOf(transaction, { storefront });
      if (renews && current?.owner !== owner) return O.some(current?.owner ?? '');
      const isTaken =
        current !== undefined &&
        current.owner !== owner &&
        isLeased(toNumber(current.until), { now: now + ahead, until: maxUntil + ahead }) &&
        !isGone(current.owner);
      if (isTaken) return O.some(current.owner);
      await saveLease(transaction, { storefront, owner, until: until + ahead });
      return O.none;
    }),

  releaseLease: (storefront, owner) =>
    writeTo(database, async (transaction) => {
      // A renewal that is under way would write the lease again after its end.
      await database.engine.lock(transaction, `lease ${storefront}`);
      await deleteLease(transaction, { storefront, owner });
    }),
});

const pauseOf = prepared((transaction, { account }: Pick<RateLimitRow, 'account'>) =>
  transaction.selectFrom('rate_limit').select('paused_until').where('account', '=', account),
);

export const sqlRateLimit = (database: AccountDatabase): RateLimitStore => ({
  pausedUntil: readFrom(database, async (transaction) => {
    const [row] = await pauseOf(transaction, { account: database.account });
    return toNumber(row?.paused_until ?? 0);
  }),

  pauseUntil: (until, maxAhead) =>
    writeTo(database, async (transaction) => {
      const at = Math.ceil(until);
      await sql`
        insert into rate_limit (account, paused_until, next_start) values (${database.account}, ${at}, 0)
        on conflict (account) do update set paused_until =
          case when rate_limit.paused_until < excluded.paused_until or rate_limit.paused_until > ${at + maxAhead}
            then excluded.paused_until else rate_limit.paused_until end
        `.execute(transaction);
    }),

  reserveStarts: ({ now, count, interval, maxAhead }) =>
    writeTo(database, async (transaction) => {
      const length = Math.ceil(count * interval);
      const { rows } = await sql<Pick<RateLimitRow, 'next_start'>>`
        insert into rate_limit (account, paused_until, next_start) values (${database.account}, 0, ${Math.ceil(now) + length})
        on conflict (account) do update set next_start =
          case when rate_limit.next_start + ${length} < excluded.next_start or rate_limit.next_start > ${Math.ceil(now + maxAhead)}
            then excluded.next_start else rate_limit.next_start + ${length} end
        returning next_start`.execute(transaction);
      return toNumber(rows[0]?.next_start ?? 0) - length;
    }),
});
