/** Commits a page of a run in one transaction: lines, outcomes of pushes, audit, day figures and the checkpoint. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { FencingToken, PageCommit, StoreResult, SyncStore } from '../../domain/sync-store.ts';
import { erasedLine, erasedNameOf, withoutZip } from '../erased.ts';
import { noSuchRunError } from '../store-rules.ts';
import { toNumber } from './rows.ts';
import {
  type AccountDatabase,
  insertRows,
  inWriteTransaction,
  listStatement,
  lockAndCheckFence,
  readFrom,
  type SqlTransaction,
} from './database.ts';
import { insertReferences, referenceRowsOf } from './submissions.ts';
import { prepareAudit } from './audit.ts';
import { prepareKeepFigures } from './keep-figures.ts';
import { saveLines } from './save-lines.ts';
import { prepareErasedAmong } from './erased-records.ts';
import { moveChangesRead } from './changes-read.ts';
import { type Instant, millisecondsOf } from '../../domain/instant.ts';
import { textKey } from '../../mapping/comparison.ts';
import type { CheckpointRow, SubmissionRow, ServiceTransactionRow } from '../schema.ts';
import { prepared } from './prepared.ts';

interface WindowOfRun {
  readonly account: string;
  readonly runId: string;
  readonly storefront: string;
  readonly window: string;
}

const checkpointOf = prepared((transaction, { account, runId, storefront, window }: WindowOfRun) =>
  transaction
    .selectFrom('checkpoint')
    .innerJoin('run', 'run.number', 'checkpoint.run')
    .select('next_cursor')
    .where('run.account', '=', account)
    .where('run.id', '=', runId)
    .where('storefront', '=', storefront)
    .where('window_key', '=', window),
);

export const readCheckpoint =
  (database: AccountDatabase): SyncStore['readCheckpoint'] =>
  (runId, storefront, window) =>
    readFrom(database, async (transaction) => {
      const [row] = await checkpointOf(transaction, { account: database.account, runId, storefront, window });
      return { cursor: O.fromNullable(row?.next_cursor), done: row?.next_cursor === null };
    });

type CommitPage = (
  page: PageCommit,
  at: Instant,
  fence?: FencingToken,
  extraWrites?: (transaction: SqlTransaction) => Promise<void>,
) => ReturnType<SyncStore['commitPage']>;

/** Reserves positions for the lines and locks the row of the run, so that commits of one run come one after the other. */
const takePlaces = prepared(
  (
    transaction,
    { account, runId, count }: { readonly account: string; readonly runId: string; readonly count: number },
  ) =>
    transaction
      .updateTable('run')
      .set(({ eb }) => ({ next_position: eb('next_position', '+', count) }))
      .where('account', '=', account)
      .where('id', '=', runId)
      .returning(['number', 'next_position', 'dry_run']),
);

/** Commits a page together with `extraWrites`, or nothing at all. */
export const commitPage = (database: AccountDatabase): CommitPage => {
  const save = saveLines(database);
  const settleAll = settleIntents(database);
  const saveReferences = insertReferences(database.engine);
  const audit = prepareAudit(database);
  const figures = prepareKeepFigures(database);
  const erasedAmong = prepareErasedAmong(database);
  return (page, at, fence, extraWrites) => async () => {
    const committed = await inWriteTransaction(database, async (transaction): StoreResult<void> => {
      const erased = await erasedAmong.rows(transaction, page.lines);
      const lines = page.lines.map((line) => (erased.has(line.id) ? erasedLine(line) : line));
      const { account } = database;
      const [run] = await takePlaces(transaction, { account, runId: page.runId, count: page.lines.length });
      if (run === undefined) return E.left(noSuchRunError(page.runId));
      const allowed = await lockAndCheckFence(database, transaction, fence);
      if (E.isLeft(allowed)) return allowed;
      const changed = await figures.lock(transaction, {
        lines: lines.map(({ id }) => id),
        shown: page.settledIntents.flatMap(({ id, remoteId }) => (remoteId === undefined ? id : [id, remoteId])),
      });
      await figures.keep(transaction, changed, async () => {
        await save(transaction, run, toNumber(run.next_position) - page.lines.length, lines);
        await saveReferences(transaction, referenceRowsOf(account, page, run.number, at));
        await audit(transaction, page, at);
        await settleAll(transaction, page.settledIntents, at);
      });
      await moveCheckpoint(transaction, run.number, page);
      await moveChangesRead(database, transaction, page);
      await extraWrites?.(transaction);
      return E.right(undefined);
    })();
    if (E.isRight(committed) && page.settledIntents.length > 0) await database.engine.afterBodiesDeleted();
    return committed;
  };
};

type SettledIntents = PageCommit['settledIntents'];

/**
 * Saves the outcomes of intents. Each loses its body, and with it the address: a settled body is never pushed again, and a
 * replacement gets a new frozen body. A confirmed intent enters the remote index; a refused one loses its references, because it
 * owns no sale.
 */
const settleIntents = ({
  engine,
  account,
}: AccountDatabase): ((transaction: SqlTransaction, settled: SettledIntents, at: Instant) => Promise<void>) => {
  const namesOf = listStatement<Pick<SubmissionRow, 'id' | 'name' | 'remote_id'>>(
    engine,
    'select id, name, remote_id from submission where account = ? and id in (',
  );
  // The name that the service showed takes precedence.
  const insertRemote = insertRows<ServiceTransactionRow>(
    engine,
    'service_transaction',
    'on conflict (account, id) do update set name = coalesce(service_transaction.name, excluded.name), ' +
      'shown = coalesce(excluded.shown, service_transaction.shown) ' +
      'where service_transaction.name is null or excluded.shown is not null',
  );
  const saveRemote = async (
    transaction: SqlTransaction,
    ids: readonly string[],
    settled: SettledIntents,
  ): Promise<void> => {
    const shown = new Map(settled.map((one) => [one.id, one.shown]));
    const rows = new Map<string, ServiceTransactionRow>();
    for (const { id, name, remote_id } of await namesOf(transaction, ids, account)) {
      const key = remote_id ?? id;
      // An erasure was committed before the answer.
      const isErased = name === id;
      const kept = isErased ? (withoutZip(shown.get(id) ?? null) ?? undefined) : shown.get(id);
      const nameKey = isErased ? erasedNameOf(name) : textKey(name);
      rows.set(key, { account, id: key, name: nameKey, scan: 0, shown: jsonOrNull(kept) });
    }
    await insertRemote(transaction, [...rows.values()]);
  };
  const dropBodies = listStatement(engine, 'delete from submission_body where account = ? and id in (');
  const setStatus = listStatement(
    engine,
    "update submission set status = ?, settled_at = ? where account = ? and status <> 'confirmed' and id in (",
  );
  const setRemoteId = listStatement(
    engine,
    'update submission set remote_id = ? where account = ? and remote_id is null and id in (',
  );
  const setDigest = listStatement(
    engine,
    "update submission set digest = ? where account = ? and status <> 'confirmed' and id in (",
  );
  // A refusal after a confirmation changed no status, and removes no reference.
  const forgetReferences = listStatement(
    engine,
    'delete from sale_reference where account = ? and run = 0 and id in (' +
      "select id from submission where account = ? and status = 'refused' and id in (",
    '))',
  );

  return async (transaction, settled, at) => {
    const statuses = latestStatuses(settled);
    for (const { id, digest } of settled) if (digest !== undefined) await setDigest(transaction, [id], digest, account);
    for (const { id, remoteId } of settled)
      if (remoteId !== undefined) await setRemoteId(transaction, [id], remoteId, account);
    for (const status of ['confirmed', 'refused'] as const) {
      const ids: string[] = [];
      for (const [id, latest] of statuses) if (latest === status) ids.push(id);
      await setStatus(transaction, ids, status, millisecondsOf(at), account);
      await dropBodies(transaction, ids, account);
      if (status === 'refused') await forgetReferences(transaction, ids, account, account);
      if (status === 'confirmed') await saveRemote(transaction, ids, settled);
    }
  };
};

const jsonOrNull = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

/** The last of several outcomes for an id counts, but a confirmation is final. */
const latestStatuses = (settled: SettledIntents): ReadonlyMap<string, SettledIntents[number]['status']> => {
  const statuses = new Map<string, SettledIntents[number]['status']>();
  for (const { id, status } of settled) if (statuses.get(id) !== 'confirmed') statuses.set(id, status);
  return statuses;
};

const saveCheckpoint = prepared((transaction, given: CheckpointRow) =>
  transaction
    .insertInto('checkpoint')
    .values({
      run: given.run,
      storefront: given.storefront,
      window_key: given.window_key,
      next_cursor: given.next_cursor,
    })
    .onConflict((key) =>
      key.columns(['run', 'storefront', 'window_key']).doUpdateSet({ next_cursor: given.next_cursor }),
    ),
);

const moveCheckpoint = async (
  transaction: SqlTransaction,
  run: number,
  { storefront, checkpoint: at }: PageCommit,
): Promise<void> => {
  if (at === null) return;
  await saveCheckpoint(transaction, { run, storefront, window_key: at.window, next_cursor: O.toNullable(at.next) });
};
