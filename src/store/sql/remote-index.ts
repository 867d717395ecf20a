/**
 * Stores which transactions the service already has, so that a sale is never sent twice, and what was learned about the service.
 */
import * as O from 'fp-ts/lib/Option.js';
import type { RemoteIndexPage, RemoteIndexState, SyncStore } from '../../domain/sync-store.ts';
import type { ListScanRow, ServiceFactsRow, ServiceTransactionRow } from '../schema.ts';
import { type AccountDatabase, insertRows, listStatement, readFrom, type SqlTransaction, writeTo } from './database.ts';
import { textKey } from '../../mapping/comparison.ts';
import { erasedTransaction, isErasedName } from '../erased.ts';
import { prepareErasedAmong } from './erased-records.ts';
import { toNumber } from './rows.ts';
import { prepareKeepFigures } from './keep-figures.ts';
import { prepared } from './prepared.ts';

/** No row before the first scan. */
export const listScanOf = prepared((transaction, { account }: Pick<ListScanRow, 'account'>) =>
  transaction.selectFrom('list_scan').selectAll().where('account', '=', account),
);

export const sqlRemoteIndex = (
  database: AccountDatabase,
): Pick<SyncStore, 'remoteIndexState' | 'saveRemoteIndexPage'> => ({
  remoteIndexState: readFrom(database, async (transaction) =>
    toRemoteIndexState(await readState(transaction, database.account)),
  ),
  saveRemoteIndexPage: saveRemoteIndexPage(database),
});

const factsOf = prepared((transaction, { account, service_key }: Pick<ServiceFactsRow, 'account' | 'service_key'>) =>
  transaction
    .selectFrom('service_facts')
    .select('facts')
    .where('account', '=', account)
    .where('service_key', '=', service_key),
);

export const sqlServiceFacts = (database: AccountDatabase): Pick<SyncStore, 'serviceFacts' | 'saveServiceFacts'> => ({
  serviceFacts: (service) =>
    readFrom(database, async (transaction) => {
      const [row] = await factsOf(transaction, { account: database.account, service_key: service });
      return O.fromNullable(row?.facts);
    }),

  saveServiceFacts: (service, facts, at) =>
    writeTo(database, async (transaction) => {
      const row = { account: database.account, service_key: service, facts, noted_at: at };
      await transaction
        .insertInto('service_facts')
        .values(row)
        .onConflict((key) => key.columns(['account', 'service_key']).doUpdateSet(row))
        .execute();
    }),
});

const toRemoteIndexState = ({ latest_scan, complete_scan, next_cursor }: ListScanRow): RemoteIndexState => ({
  scan: latest_scan,
  isComplete: complete_scan > 0,
  cursor: O.fromNullable(next_cursor),
});

const readState = async (transaction: SqlTransaction, account: string): Promise<ListScanRow> => {
  const [state] = await listScanOf(transaction, { account });
  return state ?? { account, latest_scan: 0, complete_scan: 0, next_cursor: null };
};

/** Keeps the first scan that saw the transaction, and replaces older values. Rows that would not change are not written. */
const onKnownId =
  'on conflict (account, id) do update set name = coalesce(excluded.name, service_transaction.name), ' +
  'shown = coalesce(excluded.shown, service_transaction.shown), ' +
  'scan = case when service_transaction.scan = 0 then excluded.scan else service_transaction.scan end ' +
  'where (service_transaction.scan = 0 and excluded.scan > 0) or (excluded.name is not null and ' +
  '(service_transaction.name is null or service_transaction.name <> excluded.name)) or ' +
  '(excluded.shown is not null and (service_transaction.shown is null or service_transaction.shown <> excluded.shown))';

const saveRemoteIndexPage = (database: AccountDatabase): SyncStore['saveRemoteIndexPage'] => {
  const insertSeen = insertRows<ServiceTransactionRow>(database.engine, 'service_transaction', onKnownId);
  const seenBefore = listStatement<Pick<ServiceTransactionRow, 'id' | 'name' | 'scan' | 'shown'>>(
    database.engine,
    'select id, name, scan, shown from service_transaction where account = ? and id in (',
  );
  const figures = prepareKeepFigures(database);
  const erasedSubmissions = listStatement<{ readonly id: string }>(
    database.engine,
    'select id from submission where account = ? and name = id and id in (',
  );
  const erasedAmong = prepareErasedAmong(database);
  const { account } = database;
  return (page) =>
    writeTo(database, async (transaction) => {
      await database.engine.lock(transaction, `list scan ${account}`);
      const state = await readState(transaction, account);
      const ids = [...new Set(page.transactions.map(({ id }) => id))];
      if (database.engine.supportsRowLocks) await figures.lock(transaction, { lines: [], shown: ids });
      const known = await seenBefore(transaction, ids, account);
      const last = Math.min(state.complete_scan, page.knownBy ?? state.complete_scan);
      const isOld = (scan: number): boolean => scan >= 1 && scan <= last;
      const old = new Set(known.filter(({ scan }) => isOld(toNumber(scan))).map(({ id }) => id));
      const erased = [
        ...known.filter(({ name }) => isErasedName(name)),
        ...(await erasedSubmissions(transaction, ids, account)),
      ];
      const erasedIds = new Set(erased.map(({ id }) => id));
      for (const id of await erasedAmong.listed(transaction, page.transactions)) erasedIds.add(id);
      const rows = toRows(account, page, erasedIds);
      const shownBefore = new Map(known.map(({ id, shown }) => [id, shown]));
      const changed = rows
        .filter(({ id, shown }) => shown !== null && shown !== shownBefore.get(id))
        .map(({ id }) => id);
      await figures.keep(transaction, await figures.heldAs(transaction, changed), async () => {
        await insertSeen(transaction, rows);
      });
      const next = nextState(state, page);
      await transaction
        .insertInto('list_scan')
        .values(next)
        .onConflict((key) => key.column('account').doUpdateSet(next))
        .execute();
      return page.transactions.filter(({ id }) => old.has(id)).length;
    });
};

/** If a page lists an id twice, the last known name counts. */
const toRows = (
  account: string,
  { transactions, scan }: RemoteIndexPage,
  erased: ReadonlySet<string>,
): readonly ServiceTransactionRow[] => {
  const rows = new Map<string, ServiceTransactionRow>();
  for (const one of transactions) {
    const { id, name, shown } = erased.has(one.id) ? erasedTransaction(one) : one;
    const key = name === null ? (rows.get(id)?.name ?? null) : textKey(name);
    rows.set(id, { account, id, name: key, scan, shown: shown === null ? null : JSON.stringify(shown) });
  }
  return [...rows.values()];
};

/** A page of a finished scan, or of a scan that a later one has overtaken, moves no cursor. */
const nextState = (state: ListScanRow, { scan, next, completesScan }: RemoteIndexPage): ListScanRow => {
  const isAtWork = scan >= state.latest_scan && scan > state.complete_scan;
  return {
    account: state.account,
    latest_scan: Math.max(state.latest_scan, scan),
    complete_scan: completesScan ? Math.max(state.complete_scan, scan) : state.complete_scan,
    next_cursor: isAtWork ? O.toNullable(next) : state.next_cursor,
  };
};
