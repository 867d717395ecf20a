import type { Intent, Submission, SyncStore } from '../../domain/sync-store.ts';
import type { SaleReferenceRow, SendingBodyRow, SendingRow } from '../schema.ts';
import * as E from 'fp-ts/lib/Either.js';
import {
  insertRows,
  inWriteTransaction,
  listStatement,
  readFrom,
  type SqlDatabase,
  type SqlEngine,
  type SqlTransaction,
  toPlain,
  writeTo,
} from './database.ts';
import { lockAndCheckFence } from './coordination.ts';
import { findLostClaims } from '../store-rules.ts';
import { insertReferences, prepareOwnersOf } from './references.ts';
import * as O from 'fp-ts/lib/Option.js';

type SubmissionRow = Omit<SendingRow, 'name' | 'storefront' | 'source_id' | 'settled_at'> & Pick<Submission, 'body'>;

/** By transaction id, the submissions of those ids that have one. */
export const prepareSubmissionsOf = (
  engine: SqlEngine,
): ((transaction: SqlTransaction, ids: readonly string[]) => Promise<ReadonlyMap<string, Submission>>) => {
  const rowsOf = listStatement<SubmissionRow>(
    engine,
    'select sending.id, status, digest, body, remote_id, saved_at, attempted_at from sending ' +
      'left join sending_body on sending_body.id = sending.id where sending.id in (',
  );
  return async (transaction, ids) => {
    const rows = await rowsOf(transaction, ids);
    return new Map(
      rows.map(({ id, status, digest, body, remote_id, saved_at, attempted_at }): [string, Submission] => [
        id,
        { id, status, digest, body, remoteId: remote_id, savedAt: saved_at, attemptedAt: attempted_at },
      ]),
    );
  };
};

/** A body that may have arrived is frozen; one that the service refused is replaced. */
const onUnfrozenId =
  'on conflict (id) do update set name = excluded.name, storefront = excluded.storefront, ' +
  'source_id = excluded.source_id, status = excluded.status, digest = excluded.digest, saved_at = excluded.saved_at, ' +
  'attempted_at = excluded.attempted_at, settled_at = excluded.settled_at ' +
  "where sending.status in ('refused', 'conflict') returning id";

const submissionRowsOf = (intents: readonly Intent[], at: string): readonly SendingRow[] => {
  const rows: SendingRow[] = [];
  for (const { id, name, storefront, sourceId, digest } of intents) {
    rows.push({
      id,
      name,
      storefront,
      source_id: sourceId,
      status: 'intent',
      digest,
      saved_at: at,
      attempted_at: null,
      settled_at: null,
      remote_id: null,
    });
  }
  return rows;
};

const claimRowsOf = (intents: readonly Intent[], at: string): readonly SaleReferenceRow[] => {
  const claims: SaleReferenceRow[] = [];
  for (const { id, storefront, references } of intents) {
    for (const reference of references) claims.push({ run: 0, reference, id, storefront, noted_at: at });
  }
  return claims;
};

/** The id of no run: the references of dry runs claim nothing. */
const noDryRun = '';

export const sqlSaveIntents = (database: SqlDatabase): SyncStore['saveIntents'] => {
  const insertSubmissions = insertRows<SendingRow, { readonly id: string }>(database.engine, 'sending', onUnfrozenId);
  const insertBodies = insertRows<SendingBodyRow>(
    database.engine,
    'sending_body',
    'on conflict (id) do update set body = excluded.body',
  );
  const submissionsOf = prepareSubmissionsOf(database.engine);
  const owners = prepareOwnersOf(database.engine);
  const claim = insertReferences(database.engine);

  return (intents, at, fence) => {
    // Reversed, so that the first of equal ids stays: it is the one that counts as tried.
    const byId = new Map([...intents].reverse().map((intent) => [intent.id, intent]));
    const all = [...byId.values()];
    const claimable = all.flatMap(({ references }) => references);
    return inWriteTransaction(database, async (transaction) => {
      const allowed = await lockAndCheckFence(database, transaction, fence);
      if (E.isLeft(allowed)) return allowed;
      if (claimable.length > 0) await database.engine.lock(transaction, claimable);
      const claimed = await owners(transaction, claimable, noDryRun);
      const alreadyClaimed = findLostClaims(all, (reference) => claimed.get(reference) ?? []);
      const won = all.filter(({ id }) => !alreadyClaimed.has(id));
      await claim(transaction, claimRowsOf(won, at));
      const saved = await insertSubmissions(transaction, submissionRowsOf(won, at));
      const savedIds = new Set(saved.map(({ id }) => id));
      await insertBodies(
        transaction,
        won.filter(({ id }) => savedIds.has(id)).map(({ id, body }) => ({ id, body })),
      );
      const kept = won.filter(({ id }) => !savedIds.has(id)).map(({ id }) => id);
      return E.right({ claimed: alreadyClaimed, existing: await submissionsOf(transaction, kept) });
    });
  };
};

export const sqlRecordAttempt = (database: SqlDatabase): SyncStore['recordAttempt'] => {
  // One statement compares and notes, so that of two at the same time one notes it.
  const recordOnce = listStatement<{ readonly id: string }>(
    database.engine,
    "update sending set attempted_at = nullif(?, '') where status <> 'confirmed' and coalesce(attempted_at, '') = ? and id in (",
    ') returning id',
  );
  const submissionsOf = prepareSubmissionsOf(database.engine);
  return (id, since, at) =>
    writeTo(database, async (transaction) => {
      const recorded = await recordOnce(transaction, [id], at ?? '', since ?? '');
      if (recorded.length > 0) return O.none;
      return O.fromNullable((await submissionsOf(transaction, [id])).get(id));
    });
};

/** Asked once for a run, so that it needs no index of its own. */
export const sqlNewestConfirmed =
  (database: SqlDatabase): SyncStore['findNewestConfirmed'] =>
  (limit) =>
    readFrom(database, async (transaction) =>
      toPlain(
        await transaction
          .selectFrom('sending')
          .select(['id', 'name', 'remote_id as remoteId'])
          .where('status', '=', 'confirmed')
          .orderBy('settled_at', 'desc')
          .limit(limit)
          .execute(),
      ),
    );
