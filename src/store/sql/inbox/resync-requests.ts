import * as E from 'fp-ts/lib/Either.js';
import { type Inbox, maxDeferral, type ResyncRequest } from '../../../domain/inbox.ts';
import { instantOfMilliseconds } from '../../../domain/instant.ts';
import { maxClockSkew } from '../../../domain/environment.ts';
import type { BellRow } from '../../schema.ts';
import { toNumber } from '../rows.ts';
import { insertRows, readFrom, type SqlDatabase, type SqlEngine, type SqlTransaction, writeTo } from '../database.ts';
import { sql } from 'kysely';

const toResyncRequest = (row: BellRow): ResyncRequest => ({
  storefront: row.storefront,
  recordId: row.record_id,
  isDeletion: row.is_deletion === 1,
  requestCount: toNumber(row.rings),
  attempts: toNumber(row.attempts),
  firstRequestedAt: instantOfMilliseconds(toNumber(row.first_rung_at)),
});

type ClaimOptions = Parameters<Inbox['claim']>[1];

interface WantedRows extends Pick<ClaimOptions, 'now' | 'until' | 'limit'> {
  readonly lockRows: boolean;
}

const freeRows = (
  transaction: SqlTransaction,
  storefront: string,
  [operator, at]: readonly ['<=' | '>', number],
  { now, until, limit, lockRows }: WantedRows,
): Promise<readonly BellRow[]> =>
  transaction
    .selectFrom('bell')
    .selectAll()
    .where('storefront', '=', storefront)
    .where('parked', '=', 0)
    .where('due_at', operator, at)
    // The opposite of `isLeased`.
    .where((eb) => eb.or([eb('claim_until', '<=', now), eb('claim_until', '>', until + maxClockSkew)]))
    .orderBy('due_at')
    .orderBy('record_id')
    .limit(limit)
    .$if(lockRows, (query) => query.forUpdate().skipLocked())
    .execute();

/** Two questions, because with "or" between them the index would not know where to look. */
const dueRows = async (
  transaction: SqlTransaction,
  storefront: string,
  wanted: WantedRows,
): Promise<readonly BellRow[]> => {
  const due = await freeRows(transaction, storefront, ['<=', wanted.now], wanted);
  return due.length > 0
    ? due
    : freeRows(transaction, storefront, ['>', wanted.now + maxDeferral + maxClockSkew], wanted);
};

export const sqlClaim =
  (database: SqlDatabase): Inbox['claim'] =>
  (storefront, { now, until, owner, limit }) =>
  async () => {
    // Usually there is nothing, and a read transaction blocks no other process.
    const waiting = await readFrom(database, (transaction) =>
      dueRows(transaction, storefront, { now, until, limit: 1, lockRows: false }),
    )();
    if (E.isLeft(waiting) || waiting.right.length === 0) return E.map(() => [])(waiting);
    return writeTo(database, async (transaction) => {
      const lockRows = database.engine.supportsRowLocks;
      const rows = await dueRows(transaction, storefront, { now, until, limit, lockRows });
      const ids = rows.map(({ record_id }) => record_id);
      if (ids.length > 0) {
        await transaction
          .updateTable('bell')
          .set({ claim_owner: owner, claim_until: until })
          .where('storefront', '=', storefront)
          .where('record_id', 'in', ids)
          .execute();
      }
      return rows.map(toResyncRequest);
    })();
  };

type RequestChange = Partial<Pick<BellRow, 'attempts' | 'parked' | 'due_at' | 'reason'>>;

const releasedClaim = { claim_owner: '', claim_until: 0 } as const;

/** Updates a request whose claim is still valid, and releases the claim. */
const changeClaimed = async (
  transaction: SqlTransaction,
  { storefront, recordId }: ResyncRequest,
  owner: string,
  by: RequestChange,
): Promise<void> => {
  await transaction
    .updateTable('bell')
    .set({ ...by, ...releasedClaim })
    .where('storefront', '=', storefront)
    .where('record_id', '=', recordId)
    .where('claim_owner', '=', owner)
    .execute();
};

const deleteSettled = async (transaction: SqlTransaction, request: ResyncRequest, owner: string): Promise<void> => {
  await transaction
    .deleteFrom('bell')
    .where('storefront', '=', request.storefront)
    .where('record_id', '=', request.recordId)
    .where('claim_owner', '=', owner)
    .where('rings', '=', request.requestCount)
    .execute();
  // Still there when it was requested again in the meantime.
  await changeClaimed(transaction, request, owner, { attempts: 0, reason: null });
};

const parkRequest = async (
  transaction: SqlTransaction,
  request: ResyncRequest,
  owner: string,
  reason: string,
): Promise<void> => {
  const row = await transaction
    .updateTable('bell')
    .set({ parked: 1, reason, ...releasedClaim })
    .where('storefront', '=', request.storefront)
    .where('record_id', '=', request.recordId)
    .where('claim_owner', '=', owner)
    .where('rings', '=', request.requestCount)
    .returning('record_id')
    .executeTakeFirst();
  if (row === undefined) await changeClaimed(transaction, request, owner, { attempts: 0, reason: null });
};

export const sqlRecordOutcome =
  (database: SqlDatabase): Inbox['recordOutcome'] =>
  (request, owner, outcome) =>
    writeTo(database, async (transaction) => {
      switch (outcome._tag) {
        case 'Settled':
          await deleteSettled(transaction, request, owner);
          break;
        case 'Later':
          await changeClaimed(transaction, request, owner, {
            attempts: request.attempts + 1,
            due_at: Math.trunc(outcome.retryAt),
            reason: outcome.reason,
          });
          break;
        case 'Released':
          await changeClaimed(transaction, request, owner, {});
          break;
        case 'Parked':
          await parkRequest(transaction, request, owner, outcome.reason);
      }
    });

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
    min(case when parked = 0 and attempts = 0 then first_rung_at end) as oldest
  from bell group by storefront order by storefront`;

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
  /** How many requests are merged in this one. */
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A waiting request keeps its position and its pause; a parked one starts over. */
const onRepeatedRequest =
  'on conflict (storefront, record_id) do update set rings = bell.rings + excluded.rings, ' +
  'is_deletion = case when bell.is_deletion = 1 then 1 else excluded.is_deletion end, ' +
  'first_rung_at = case when bell.parked = 1 then excluded.first_rung_at else bell.first_rung_at end, ' +
  'due_at = case when bell.parked = 1 then excluded.due_at else bell.due_at end, ' +
  'attempts = case when bell.parked = 1 then 0 else bell.attempts end, parked = 0';

const toBellRow = ({ storefront, recordId, isDeletion, count, at }: NewResyncRequest): BellRow => ({
  storefront,
  record_id: recordId,
  is_deletion: isDeletion ? 1 : 0,
  rings: count,
  attempts: 0,
  parked: 0,
  first_rung_at: at,
  due_at: at,
  claim_owner: '',
  claim_until: 0,
  reason: null,
});

export const prepareEnqueue = (
  engine: SqlEngine,
): ((transaction: SqlTransaction, requests: readonly NewResyncRequest[]) => Promise<void>) => {
  const insert = insertRows<BellRow>(engine, 'bell', onRepeatedRequest);
  return async (transaction, requests) => {
    await insert(transaction, requests.map(toBellRow));
  };
};
