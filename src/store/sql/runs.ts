/** Opens, resumes, finds and closes runs, so that an equal request continues an interrupted run instead of starting over. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { finalStatuses, isFinalStatus, type Run, type RunRequest } from '../../domain/run.ts';
import type { SyncDatabase } from '../../domain/inbox.ts';
import type { StoreResult, SyncStore } from '../../domain/sync-store.ts';
import { noSuchRunError, otherAccountError, runIdTakenError, unreadableRunError } from '../store-rules.ts';
import { isSameRequest, type RequestRow, toRequestRow, toRun } from './rows.ts';
import type { RunRow, StorefrontAccountRow } from '../schema.ts';
import { prepared } from './prepared.ts';
import {
  type AccountDatabase,
  inReadTransaction,
  insertRows,
  inWriteTransaction,
  listStatement,
  nextNumber,
  readFrom,
  type SqlDatabase,
  type SqlTransaction,
} from './database.ts';
import { attempt } from '../../domain/attempt.ts';

export const zonesOfRun = prepared((transaction, { run }: { readonly run: number }) =>
  transaction.selectFrom('run_time_zone').selectAll().where('run', '=', run),
);

export const withTimeZones = async (transaction: SqlTransaction, row: RunRow): StoreResult<Run> => {
  const zones = await zonesOfRun(transaction, { run: row.number });
  const run = toRun(row, zones);
  return E.isLeft(run) ? E.left(unreadableRunError(row.id)) : run;
};

/** One row, or no row. */
export const runOf = prepared((transaction, { account, id }: Pick<RunRow, 'account' | 'id'>) =>
  transaction.selectFrom('run').selectAll().where('account', '=', account).where('id', '=', id),
);

type OpenRun = (
  request: RunRequest,
  fresh: Parameters<SyncStore['openRun']>[1],
  extraWrites?: (transaction: SqlTransaction, run: Run) => Promise<void>,
) => ReturnType<SyncStore['openRun']>;

/** Opens a run together with `extraWrites`, or does nothing at all. */
export const openRun = (database: AccountDatabase): OpenRun => {
  const { account, engine } = database;
  const createRun = prepareCreateRun(database);
  const claimStorefronts = prepareClaimStorefronts(database);
  return (request, fresh, extraWrites) =>
    inWriteTransaction(database, (transaction) =>
      attempt(async (take) => {
        const known = await resumeRun(transaction, account, request, fresh.id);
        // Only a new run has to wait for other runs that are being opened.
        if (known === undefined) await engine.lock(transaction, 'run');
        // A run that is not a preview claimed its storefronts for good when it was created.
        const hasClaimed = known !== undefined && !request.dryRun;
        await take(hasClaimed ? E.right(undefined) : claimStorefronts(transaction, request));
        const open = known ?? (await resumeRun(transaction, account, request, fresh.id));
        const row = await take(open === undefined ? createRun(transaction, request, fresh) : E.right(open));
        const opened = await take(withTimeZones(transaction, row));
        await extraWrites?.(transaction, opened);
        return opened;
      }),
    );
};

const newestRun = prepared((transaction, { account }: Pick<RunRow, 'account'>) =>
  transaction
    .selectFrom('run')
    .selectAll()
    .where('account', '=', account)
    .where('kind', '=', 'historical')
    .orderBy('number', 'desc')
    .limit(1),
);

export const sqlRuns = (
  database: AccountDatabase,
): Pick<SyncStore, 'openRun' | 'findRun' | 'setTimeZone' | 'closeRun'> => ({
  openRun: openRun(database),

  findRun: (id) =>
    inReadTransaction(database, async (transaction): StoreResult<O.Option<Run>> => {
      const { account } = database;
      const [row] = await (O.isSome(id)
        ? runOf(transaction, { account, id: id.value })
        : newestRun(transaction, { account }));
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
      // References of a dry run count only for that run.
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

/** Searches the runs of all accounts. */
export const sqlAccountOfRun =
  (database: SqlDatabase): SyncDatabase['accountOfRun'] =>
  (id) =>
    readFrom(database, async (transaction) => {
      const newestFirst = transaction.selectFrom('run').select('account').orderBy('number', 'desc').limit(1);
      const wanted = O.isSome(id)
        ? newestFirst.where('id', '=', id.value)
        : newestFirst.where('kind', '=', 'historical');
      return O.fromNullable((await wanted.executeTakeFirst())?.account);
    });

type CreateRun = (
  transaction: SqlTransaction,
  request: RunRequest,
  fresh: Parameters<SyncStore['openRun']>[1],
) => StoreResult<RunRow>;

const numberOfId = prepared((transaction, { id }: Pick<RunRow, 'id'>) =>
  transaction.selectFrom('run').select('number').where('id', '=', id),
);

const prepareCreateRun = ({ engine, account }: AccountDatabase): CreateRun => {
  const insert = insertRows<RunRow>(engine, 'run');
  return async (transaction, request, { id, at }) => {
    const taken = await numberOfId(transaction, { id });
    if (taken.length > 0) return E.left(runIdTakenError(id));
    const row: RunRow = {
      number: await nextNumber(transaction, 'run'),
      id,
      ...toRequestRow(request),
      status: 'running',
      started_at: at,
      finished_at: null,
      pruned_at: null,
      next_position: 0,
      into_closed_periods: agreementOf(request),
      account,
    };
    await insert(transaction, [row]);
    return E.right(row);
  };
};

const agreementOf = ({ intoClosedPeriods }: RunRequest): number => (intoClosedPeriods === true ? 1 : 0);

/** Left if the sales of one of the storefronts are sent to another account. */
const prepareClaimStorefronts = ({
  engine,
  account,
}: AccountDatabase): ((transaction: SqlTransaction, request: RunRequest) => StoreResult<void>) => {
  const claim = insertRows<StorefrontAccountRow>(engine, 'storefront_account', 'on conflict (storefront) do nothing');
  const ofOthers = listStatement<StorefrontAccountRow>(
    engine,
    'select storefront, account from storefront_account where account <> ? and storefront in (',
  );
  return async (transaction, { storefronts, dryRun }) => {
    const rows = storefronts.map((storefront) => ({ storefront, account }));
    if (!dryRun) await claim(transaction, rows);
    const [other] = await ofOthers(transaction, storefronts, account);
    return other === undefined
      ? E.right(undefined)
      : E.left(otherAccountError(other.storefront, other.account, account));
  };
};

/** The unfinished run of an equal request, set to running; undefined if there is no such run. */
const resumeRun = async (
  transaction: SqlTransaction,
  account: string,
  request: RunRequest,
  id: string,
): Promise<RunRow | undefined> => {
  const open = await findOpenRun(transaction, account, request, id);
  if (open === undefined) return undefined;
  const at = { status: 'running', finished_at: null, into_closed_periods: agreementOf(request) } as const;
  // Live runs are opened often: without a change, nothing is written.
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

const openRunOf = prepared((transaction, wanted: RequestRow & Pick<RunRow, 'account'>) =>
  transaction
    .selectFrom('run')
    .selectAll()
    .where('account', '=', wanted.account)
    .where('kind', '=', wanted.kind)
    .where('dry_run', '=', wanted.dry_run)
    .where('storefronts', '=', wanted.storefronts)
    .where('from_day', '=', wanted.from_day)
    .where('to_day', '=', wanted.to_day)
    .where('status', 'not in', finalStatuses)
    .orderBy('number', 'desc')
    .limit(1),
);

/**
 * The unfinished run of an equal request. A live run is found by its id: it is opened for each sale, and a search by its request
 * would go through the runs of all storefronts.
 */
const findOpenRun = async (
  transaction: SqlTransaction,
  account: string,
  request: RunRequest,
  id: string,
): Promise<RunRow | undefined> => {
  const wanted = toRequestRow(request);
  const [named] = await runOf(transaction, { account, id });
  if (named !== undefined && isSameRequest(named, wanted) && !isFinalStatus(named.status)) return named;
  return (await openRunOf(transaction, { account, ...wanted }))[0];
};

const findNumber = async (transaction: SqlTransaction, account: string, id: string): StoreResult<number> => {
  const [run] = await runOf(transaction, { account, id });
  return run === undefined ? E.left(noSuchRunError(id)) : E.right(run.number);
};
