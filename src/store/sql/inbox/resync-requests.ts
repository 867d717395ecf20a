/** The queue of records that are to be read again after a webhook: enqueued, claimed by one worker, retried, parked. */
import * as E from 'fp-ts/lib/Either.js';
import { type Inbox, maxDeferral, type ResyncRequest } from '../../../domain/inbox.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../../domain/instant.ts';
import { maxClockSkew } from '../../../domain/environment.ts';
import type { ResyncRequestRow } from '../../schema.ts';
import { toNumber } from '../rows.ts';
import { insertRows, readFrom, type SqlDatabase, type SqlEngine, type SqlTransaction, writeTo } from '../database.ts';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../prepared.ts';

const claimRow = prepared(
  (transaction, given: Pick<ResyncRequestRow, 'storefront' | 'record_id' | 'claim_owner' | 'claim_until'>) =>
    transaction
      .updateTable('resync_request')
      .set({ claim_owner: given.claim_owner, claim_until: given.claim_until })
      .where('storefront', '=', given.storefront)
      .where('record_id', '=', given.record_id),
);

export const sqlClaim = (database: SqlDatabase): Inbox['claim'] => {
  const dueRows = prepareDueRows(database);
  return (storefront, { now, until, owner, limit }) =>
    async () => {
      // Often no request is due. Without row locks, only a read transaction blocks no other process.
      if (!database.engine.supportsRowLocks) {
        const waiting = await readFrom(database, (transaction) =>
          dueRows(transaction, storefront, { now, until, limit: 1, ahead: 0 }),
        )();
        if (E.isLeft(waiting) || waiting.right.length === 0) return E.map(() => [])(waiting);
      }
      return writeTo(database, async (transaction) => {
        const ahead = await database.engine.clockAhead(transaction);
        const rows = await dueRows(transaction, storefront, { now, until, limit, ahead });
        for (const { record_id } of rows)
          await claimRow(transaction, { storefront, record_id, claim_owner: owner, claim_until: until + ahead });
        return rows.map(toResyncRequest);
      })();
    };
};

export const sqlStorefrontsWithRequests =
  (database: SqlDatabase): Inbox['storefrontsWithRequests'] =>
  (times) =>
    readFrom(database, async (transaction) => {
      // This runs every second, and mostly finds nothing: the clock of the database is read only if a request is due.
      const due = await storefrontsWithDueRequests(times, null).execute(transaction);
      if (due.rows.length === 0) return [];
      const ahead = await database.engine.clockAhead(transaction);
      const { rows } = await storefrontsWithDueRequests(times, ahead).execute(transaction);
      return rows.map(({ storefront }) => storefront);
    });

const releasedClaim = { claim_owner: '', claim_until: 0 } as const;

type UnchangedRow = Pick<ResyncRequestRow, 'storefront' | 'record_id' | 'claim_owner' | 'request_count'>;

const removeUnchanged = prepared((transaction, { storefront, record_id, claim_owner, request_count }: UnchangedRow) =>
  transaction
    .deleteFrom('resync_request')
    .where((eb) => eb.and({ storefront, record_id, claim_owner, request_count }))
    .returning('record_id'),
);

export const sqlRecordOutcome =
  (database: SqlDatabase): Inbox['recordOutcome'] =>
  (request, owner, outcome) =>
    writeTo(database, async (transaction) => {
      const claimed = claimedRow(request, owner);
      // This no longer matches the row if the record was requested again in the meantime.
      const unchanged = { ...claimed, request_count: request.requestCount };
      const release = (by: Partial<ResyncRequestRow>): Promise<unknown> =>
        transaction
          .updateTable('resync_request')
          .set({ ...by, ...releasedClaim })
          .where((eb) => eb.and(claimed))
          .execute();
      switch (outcome._tag) {
        case 'Settled':
          if ((await removeUnchanged(transaction, unchanged)).length === 0)
            await release({ attempts: 0, reason: null });
          break;
        case 'Later':
          await release({
            attempts: request.attempts + 1,
            due_at: Math.trunc(outcome.retryAt),
            reason: outcome.reason,
          });
          break;
        case 'Released':
          await release({});
          break;
        case 'Parked':
          await transaction
            .updateTable('resync_request')
            .set({ parked: 1, reason: outcome.reason, ...releasedClaim })
            .where((eb) => eb.and(unchanged))
            .execute();
          // Does nothing if the request was parked, because its claim is released.
          await release({ attempts: 0, reason: null });
      }
    });

/** Few requests are parked: a page that settles no parked request writes nothing. */
export const sqlForgetParked =
  (database: SqlDatabase): Inbox['forgetParked'] =>
  (storefront, recordIds, readAt) =>
  async () => {
    const parked = await readFrom(database, (transaction) =>
      transaction
        .selectFrom('resync_request')
        .select('record_id')
        .where((eb) => eb.and({ storefront, parked: 1 }))
        .where('first_requested_at', '<=', millisecondsOf(readAt))
        .execute(),
    )();
    if (E.isLeft(parked)) return parked;
    const settled = new Set(recordIds);
    const ids = parked.right.flatMap(({ record_id: id }) => (settled.has(id) ? [id] : []));
    if (ids.length === 0) return E.right(undefined);
    return writeTo(database, async (transaction) => {
      await transaction
        .deleteFrom('resync_request')
        .where((eb) => eb.and({ storefront, parked: 1 }))
        .where('record_id', 'in', ids)
        .execute();
    })();
  };

interface StateRow {
  readonly storefront: string;
  readonly due: number;
  readonly later: number;
  readonly parked: number;
  readonly oldest: number | null;
}

const countRequests = sql<StateRow>`
  select storefront,
    sum(case when parked = 0 and attempts = 0 then 1 else 0 end) as due,
    sum(case when parked = 0 and attempts > 0 then 1 else 0 end) as later,
    sum(parked) as parked,
    min(case when parked = 0 and attempts = 0 then first_requested_at end) as oldest
  from resync_request group by storefront order by storefront`;

export const sqlInboxState = (database: SqlDatabase): Inbox['state'] =>
  readFrom(database, async (transaction) => {
    const { rows } = await countRequests.execute(transaction);
    return rows.map(({ storefront, due, later, parked, oldest }) => ({
      storefront,
      due: toNumber(due),
      deferred: toNumber(later),
      parked: toNumber(parked),
      oldest: oldest === null ? null : instantOfMilliseconds(toNumber(oldest)),
    }));
  });

export interface NewResyncRequest {
  readonly storefront: string;
  readonly recordId: string;
  readonly isDeletion: boolean;
  readonly isFromWebhook: boolean;
  /** The number of requests that are merged in this one. */
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A waiting request keeps its position and its pause; a parked one starts over. */
const onRepeatedRequest =
  'on conflict (storefront, record_id) do update set request_count = resync_request.request_count + excluded.request_count, ' +
  'is_deletion = case when resync_request.is_deletion = 1 then 1 else excluded.is_deletion end, ' +
  'first_requested_at = case when resync_request.parked = 1 then excluded.first_requested_at else resync_request.first_requested_at end, ' +
  'from_webhook = case when resync_request.from_webhook = 1 then 1 else excluded.from_webhook end, ' +
  'due_at = case when resync_request.parked = 1 then excluded.due_at else resync_request.due_at end, ' +
  'attempts = case when resync_request.parked = 1 then 0 else resync_request.attempts end, parked = 0';

export const prepareEnqueue = (
  engine: SqlEngine,
): ((transaction: SqlTransaction, requests: readonly NewResyncRequest[]) => Promise<void>) => {
  const insert = insertRows<ResyncRequestRow>(engine, 'resync_request', onRepeatedRequest);
  return async (transaction, requests) => {
    await insert(transaction, requests.map(toResyncRequestRow));
  };
};

type ClaimOptions = Parameters<Inbox['claim']>[1];

interface WantedRows extends Pick<ClaimOptions, 'now' | 'until' | 'limit'> {
  /** See `SqlEngine.clockAhead`. */
  readonly ahead: number;
}

/** Two queries, because an "or" between them would make the index useless. */
const prepareDueRows = ({ engine: { supportsRowLocks } }: SqlDatabase) => {
  const due = freeRows('<=', supportsRowLocks);
  const absurdlyLate = freeRows('>', supportsRowLocks);
  return async (
    transaction: SqlTransaction,
    storefront: string,
    { now, until, limit, ahead }: WantedRows,
  ): Promise<readonly ResyncRequestRow[]> => {
    const free = { storefront, freeAt: now + ahead, absurdAt: until + ahead + maxClockSkew, limit };
    const rows = await due(transaction, { ...free, at: now });
    return rows.length > 0 ? rows : absurdlyLate(transaction, { ...free, at: now + maxDeferral + maxClockSkew });
  };
};

interface FreeRows {
  readonly storefront: string;
  /** Milliseconds since 1970, like the other times. */
  readonly at: number;
  readonly freeAt: number;
  readonly absurdAt: number;
  readonly limit: number;
}

const freeRows = (operator: '<=' | '>', lockRows: boolean) =>
  prepared((transaction, { storefront, at, freeAt, absurdAt, limit }: FreeRows) =>
    transaction
      .selectFrom('resync_request')
      .selectAll()
      .where('storefront', '=', storefront)
      .where('parked', '=', 0)
      .where('due_at', operator, at)
      // The opposite of `isLeased`.
      .where((eb) => eb.or([eb('claim_until', '<=', freeAt), eb('claim_until', '>', absurdAt)]))
      .orderBy('due_at')
      .orderBy('record_id')
      .limit(limit)
      .$if(lockRows, (query) => query.forUpdate().skipLocked()),
  );

const toResyncRequest = (row: ResyncRequestRow): ResyncRequest => ({
  storefront: row.storefront,
  recordId: row.record_id,
  isDeletion: row.is_deletion === 1,
  requestCount: toNumber(row.request_count),
  attempts: toNumber(row.attempts),
  firstRequestedAt: instantOfMilliseconds(toNumber(row.first_requested_at)),
  ...(row.from_webhook === 1 && { isFromWebhook: true }),
});

/**
 * Goes from one storefront to the next by the index: a storefront with a million requests takes as long as one with a single
 * request.
 *
 * @param ahead null: also those whose requests are all claimed
 */
const storefrontsWithDueRequests = (
  { now, until }: Pick<ClaimOptions, 'now' | 'until'>,
  ahead: number | null,
): RawBuilder<{ readonly storefront: string }> => sql`
  with recursive each_one (storefront) as (
    select min(storefront) from resync_request
    union all
    select (select min(storefront) from resync_request where storefront > each_one.storefront) from each_one where storefront is not null
  )
  select storefront from each_one where storefront is not null and exists (
    select 1 from resync_request where resync_request.storefront = each_one.storefront and parked = 0
      and (due_at <= ${now} or due_at > ${now + maxDeferral + maxClockSkew})
      ${ahead === null ? sql`` : sql`and (claim_until <= ${now + ahead} or claim_until > ${until + ahead + maxClockSkew})`})`;

/** The row of a request whose claim is still valid. */
const claimedRow = ({ storefront, recordId }: ResyncRequest, owner: string): Omit<UnchangedRow, 'request_count'> => ({
  storefront,
  record_id: recordId,
  claim_owner: owner,
});

const toResyncRequestRow = ({
  storefront,
  recordId,
  isDeletion,
  isFromWebhook,
  count,
  at,
}: NewResyncRequest): ResyncRequestRow => ({
  storefront,
  record_id: recordId,
  is_deletion: isDeletion ? 1 : 0,
  request_count: count,
  attempts: 0,
  parked: 0,
  first_requested_at: at,
  due_at: at,
  claim_owner: '',
  claim_until: 0,
  reason: null,
  from_webhook: isFromWebhook ? 1 : 0,
});
