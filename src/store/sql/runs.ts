import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { finalStatuses, isFinalStatus, type Run, type RunRequest } from '../../domain/run.ts';
import type { SyncDatabase } from '../../domain/inbox.ts';
import type { StoreResult, SyncStore } from '../../domain/sync-store.ts';
import {
  liveKeySuffix,
  noSuchRunError,
  otherAccountError,
  runIdTakenError,
  runRequestKey,
  unreadableRunError,
} from '../store-rules.ts';
import { toRun } from './rows.ts';
import type { RunRow } from '../schema.ts';
import {
  type AccountDatabase,
  inReadTransaction,
  inWriteTransaction,
  nextNumber,
  readFrom,
  type SqlDatabase,
  type SqlTransaction,
  toChunks,
} from './database.ts';

export const withTimeZones = async (transaction: SqlTransaction, row: RunRow): StoreResult<Run> => {
  const zones = await transaction.selectFrom('run_time_zone').selectAll().where('run', '=', row.number).execute();
  const run = toRun(row, zones);
  return E.isLeft(run) ? E.left(unreadableRunError(row.id)) : run;
};

/** Left when sales of one of the storefronts are sent to another account. */
const claimStorefronts = async (
  transaction: SqlTransaction,
  account: string,
  { storefronts, dryRun }: RunRequest,
): StoreResult<void> => {
  for (const chunk of toChunks(storefronts)) {
    const rows = chunk.map((storefront) => ({ storefront, account }));
    if (!dryRun)
      await transaction
        .insertInto('storefront_account')
        .values(rows)
        .onConflict((at) => at.column('storefront').doNothing())
        .execute();
    const other = await transaction
      .selectFrom('storefront_account')
      .selectAll()
      .where('storefront', 'in', chunk)
      .where('account', '<>', account)
      .executeTakeFirst();
    if (other !== undefined) return E.left(otherAccountError(other.storefront, other.account, account));
  }
  return E.right(undefined);
};

const agreementOf = ({ intoClosedPeriods }: RunRequest): number => (intoClosedPeriods === true ? 1 : 0);

/** The unfinished run of an equal request, at work again; undefined when there is none. */
const resumeRun = async (
  transaction: SqlTransaction,
  account: string,
  request: RunRequest,
): Promise<RunRow | undefined> => {
  const open = await transaction
    .selectFrom('run')
    .selectAll()
    .where('account', '=', account)
    .where('request', '=', runRequestKey(request))
    .where('status', 'not in', finalStatuses)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (open === undefined) return undefined;
  const at = { status: 'running', finished_at: null, into_closed_periods: agreementOf(request) } as const;
  // Live runs are opened again and again: without a change, nothing is written.
  const isAtWork = open.status === at.status && open.finished_at === null;
  if (isAtWork && open.into_closed_periods === at.into_closed_periods) return open;
  return transaction
    .updateTable('run')
    .set(at)
    .where('number', '=', open.number)
    .where('status', 'not in', finalStatuses)
    .returningAll()
    .executeTakeFirst();
};

const createRun = async (
  transaction: SqlTransaction,
  account: string,
  request: RunRequest,
  fresh: Parameters<SyncStore['openRun']>[1],
): StoreResult<RunRow> => {
  const taken = await transaction.selectFrom('run').select('number').where('id', '=', fresh.id).executeTakeFirst();
  if (taken !== undefined) return E.left(runIdTakenError(fresh.id));
  const row: RunRow = {
    number: await nextNumber(transaction, 'run'),
    id: fresh.id,
    request: runRequestKey(request),
    status: 'running',
    started_at: fresh.at,
    finished_at: null,
    next_place: 0,
    into_closed_periods: agreementOf(request),
    account,
  };
  await transaction.insertInto('run').values(row).execute();
  return E.right(row);
};

type OpenRun = (
  request: RunRequest,
  fresh: Parameters<SyncStore['openRun']>[1],
  extraWrites?: (transaction: SqlTransaction, run: Run) => Promise<void>,
) => ReturnType<SyncStore['openRun']>;

/** Opens a run, and together with it writes whatever more is to be written; or does nothing at all. */
export const openRun =
  (database: AccountDatabase): OpenRun =>
  (request, fresh, extraWrites) =>
    inWriteTransaction(database, async (transaction) => {
      const { account, engine } = database;
      const known = await resumeRun(transaction, account, request);
      // Only a new run has to wait for others that are opened.
      if (known === undefined) await engine.lock(transaction, 'run');
      // A run that is not a preview claimed its storefronts for good when it was made.
      const hasClaimed = known !== undefined && !request.dryRun;
      const claimed = hasClaimed ? E.right(undefined) : await claimStorefronts(transaction, account, request);
      if (E.isLeft(claimed)) return claimed;
      const open = known ?? (await resumeRun(transaction, account, request));
      const row = open === undefined ? await createRun(transaction, account, request, fresh) : E.right(open);
      if (E.isLeft(row)) return row;
      const opened = await withTimeZones(transaction, row.right);
      if (E.isRight(opened)) await extraWrites?.(transaction, opened.right);
      return opened;
    });

const findNumber = async (transaction: SqlTransaction, account: string, runId: string): StoreResult<number> => {
  const run = await transaction
    .selectFrom('run')
    .select('number')
    .where('account', '=', account)
    .where('id', '=', runId)
    .executeTakeFirst();
  return run === undefined ? E.left(noSuchRunError(runId)) : E.right(run.number);
};

export const sqlRuns = (
  database: AccountDatabase,
): Pick<SyncStore, 'openRun' | 'findRun' | 'setTimeZone' | 'closeRun'> => ({
  openRun: openRun(database),

  findRun: (id) =>
    inReadTransaction(database, async (transaction): StoreResult<O.Option<Run>> => {
      const newestFirst = transaction
        .selectFrom('run')
        .selectAll()
        .where('account', '=', database.account)
        .orderBy('number', 'desc')
        .limit(1);
      const wanted = O.isSome(id)
        ? newestFirst.where('id', '=', id.value)
        : newestFirst.where('request', 'not like', `%${liveKeySuffix}`);
      const row = await wanted.executeTakeFirst();
      return row === undefined ? E.right(O.none) : E.map(O.some<Run>)(await withTimeZones(transaction, row));
    }),

  setTimeZone: (runId, storefront, timeZone) =>
    inWriteTransaction(database, async (transaction): StoreResult<void> => {
      const run = await findNumber(transaction, database.account, runId);
      if (E.isLeft(run)) return run;
      await transaction
        .insertInto('run_time_zone')
        .values({ run: run.right, storefront, time_zone: timeZone })
        .onConflict((at) => at.columns(['run', 'storefront']).doUpdateSet({ time_zone: timeZone }))
        .execute();
      return E.right(undefined);
    }),

  closeRun: (runId, status, at) => async () => {
    const done = await inWriteTransaction(database, async (transaction): StoreResult<void> => {
      const run = await findNumber(transaction, database.account, runId);
      if (E.isLeft(run)) return run;
      const closed = await transaction
        .updateTable('run')
        .set({ status, finished_at: status === 'running' ? null : at })
        .where('number', '=', run.right)
        .where('status', 'not in', finalStatuses)
        .returning('number')
        .executeTakeFirst();
      // References of a dry run only count for that run.
      if (closed !== undefined && isFinalStatus(status))
        await transaction
          .deleteFrom('sale_reference')
          .where('account', '=', database.account)
          .where('run', '=', run.right)
          .execute();
      return E.right(undefined);
    })();
    await database.engine.afterRun();
    return done;
  },
});

/** Of all accounts. */
export const sqlAccountOfRun =
  (database: SqlDatabase): SyncDatabase['accountOfRun'] =>
  (id) =>
    readFrom(database, async (transaction) => {
      const newestFirst = transaction.selectFrom('run').select('account').orderBy('number', 'desc').limit(1);
      const wanted = O.isSome(id)
        ? newestFirst.where('id', '=', id.value)
        : newestFirst.where('request', 'not like', `%${liveKeySuffix}`);
      return O.fromNullable((await wanted.executeTakeFirst())?.account);
    });
