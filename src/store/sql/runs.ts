import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { finalStatuses, isFinalStatus, type Run, type RunRequest } from '../../domain/run.ts';
import type { StoreError, SyncStore } from '../../domain/sync-store.ts';
import { liveKeySuffix, runRequestKey } from '../run-request-key.ts';
import { toNumber, toRun } from './rows.ts';
import { noSuchRunError, runIdTakenError, unreadableRunError } from '../store-errors.ts';
import type { RunRow } from '../schema.ts';
import { inReadTransaction, type SqlTransaction, inWriteTransaction } from './statements.ts';
import type { SqlDatabase } from './engine.ts';

type Runs = Pick<SyncStore, 'openRun' | 'findRun' | 'setTimeZone' | 'closeRun'>;

/** A run with the time zones that are known of it. */
export const withTimeZones = async (transaction: SqlTransaction, row: RunRow): Promise<E.Either<StoreError, Run>> => {
  const zones = await transaction.selectFrom('run_time_zone').selectAll().where('run', '=', row.number).execute();
  const run = toRun(row, zones);
  return E.isLeft(run) ? E.left(unreadableRunError(row.id)) : run;
};

const findOrCreateRun = async (
  transaction: SqlTransaction,
  request: RunRequest,
  fresh: Parameters<SyncStore['openRun']>[1],
): Promise<E.Either<StoreError, Run>> => {
  const key = runRequestKey(request);
  const agreement = request.intoClosedPeriods === true ? 1 : 0;
  const open = await transaction
    .selectFrom('run')
    .select('number')
    .where('request', '=', key)
    .where('status', 'not in', finalStatuses)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (open !== undefined) {
    const resumed = await transaction
      .updateTable('run')
      .set({ status: 'running', finished_at: null, into_closed_periods: agreement })
      .where('number', '=', open.number)
      .returningAll()
      .executeTakeFirstOrThrow();
    return withTimeZones(transaction, resumed);
  }
  const taken = await transaction.selectFrom('run').select('number').where('id', '=', fresh.id).executeTakeFirst();
  if (taken !== undefined) return E.left(runIdTakenError(fresh.id));
  const { newest } = await transaction
    .selectFrom('run')
    .select(({ fn }) => fn.max<number | null>('number').as('newest'))
    .executeTakeFirstOrThrow();
  const row: RunRow = {
    number: toNumber(newest ?? 0) + 1,
    id: fresh.id,
    request: key,
    status: 'running',
    started_at: fresh.at,
    finished_at: null,
    next_place: 0,
    into_closed_periods: agreement,
  };
  await transaction.insertInto('run').values(row).execute();
  return withTimeZones(transaction, row);
};

type OpenRunWith = (
  ...opening: [...Parameters<SyncStore['openRun']>, more: (transaction: SqlTransaction, run: Run) => Promise<void>]
) => ReturnType<SyncStore['openRun']>;

/** Opens a run together with something more, or does neither of them. */
export const openRunWith =
  (database: SqlDatabase): OpenRunWith =>
  (request, fresh, extraWrites) =>
    inWriteTransaction(database, async (transaction) => {
      await database.engine.lock(transaction, ['run']);
      const opened = await findOrCreateRun(transaction, request, fresh);
      if (E.isRight(opened)) await extraWrites(transaction, opened.right);
      return opened;
    });

const openRun = (database: SqlDatabase): SyncStore['openRun'] => {
  const open = openRunWith(database);
  return (request, fresh) => open(request, fresh, () => Promise.resolve());
};

const findRun =
  (database: SqlDatabase): SyncStore['findRun'] =>
  (id) =>
    inReadTransaction(database, async (transaction): Promise<E.Either<StoreError, O.Option<Run>>> => {
      const newestFirst = transaction.selectFrom('run').selectAll().orderBy('number', 'desc').limit(1);
      const wanted = O.isSome(id)
        ? newestFirst.where('id', '=', id.value)
        : newestFirst.where('request', 'not like', `%${liveKeySuffix}`);
      const row = await wanted.executeTakeFirst();
      if (row === undefined) return E.right(O.none);
      const run = await withTimeZones(transaction, row);
      return E.isLeft(run) ? run : E.right(O.some(run.right));
    });

const setTimeZone =
  (database: SqlDatabase): SyncStore['setTimeZone'] =>
  (runId, storefront, timeZone) =>
    inWriteTransaction(database, async (transaction): Promise<E.Either<StoreError, void>> => {
      const run = await transaction.selectFrom('run').select('number').where('id', '=', runId).executeTakeFirst();
      if (run === undefined) return E.left(noSuchRunError(runId));
      await transaction
        .insertInto('run_time_zone')
        .values({ run: run.number, storefront, time_zone: timeZone })
        .onConflict((at) => at.columns(['run', 'storefront']).doUpdateSet({ time_zone: timeZone }))
        .execute();
      return E.right(undefined);
    });

const closeRun =
  (database: SqlDatabase): SyncStore['closeRun'] =>
  (runId, status, at) =>
  async () => {
    const done = await inWriteTransaction(database, async (transaction): Promise<E.Either<StoreError, void>> => {
      const closed = await transaction
        .updateTable('run')
        .set({ status, finished_at: status === 'running' ? null : at })
        .where('id', '=', runId)
        .where('status', 'not in', finalStatuses)
        .returning('number')
        .executeTakeFirst();
      if (closed === undefined) {
        const over = await transaction.selectFrom('run').select('number').where('id', '=', runId).executeTakeFirst();
        return over === undefined ? E.left(noSuchRunError(runId)) : E.right(undefined);
      }
      // References of a dry run only count for that run.
      if (isFinalStatus(status)) {
        await transaction.deleteFrom('sale_reference').where('run', '=', closed.number).execute();
      }
      return E.right(undefined);
    })();
    await database.engine.afterRun();
    return done;
  };

export const sqlRuns = (database: SqlDatabase): Runs => ({
  openRun: openRun(database),
  findRun: findRun(database),
  setTimeZone: setTimeZone(database),
  closeRun: closeRun(database),
});
