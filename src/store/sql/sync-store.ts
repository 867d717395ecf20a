/** Puts the sync database together from its parts, for the default account and for each other account. */
import { sqlChangesRead } from './changes-read.ts';
import type { RemoteTransaction, SyncStore } from '../../domain/sync-store.ts';
import { sqlFindListedUnder, sqlFindSentUnder } from './sent.ts';
import {
  prepareOwnersOf,
  prepareSubmissionsOf,
  sqlHasSalesWithoutReferences,
  sqlHoldsUnsent,
  sqlFindSent,
  sqlFindUnconfirmed,
  sqlNewestConfirmed,
  sqlRecordAttempt,
  sqlSaveIntents,
} from './submissions.ts';
import { sqlAccountFacts } from './account-facts.ts';
import { sqlLeases, sqlRateLimit } from './coordination.ts';
import { findByNumber, findLines } from './find-lines.ts';
import { prepareDecisionsOf } from './matters.ts';
import { commitPage, readCheckpoint } from './pages.ts';
import { sqlRemoteIndex, sqlServiceFacts } from './remote-index.ts';
import { sqlResolutions, sqlReviews } from './reviews.ts';
import { sqlAccountOfRun, sqlRuns } from './runs.ts';
import { sqlSummarize } from './summaries.ts';
import { defaultAccount, type Inbox, type SyncDatabase } from '../../domain/inbox.ts';
import type { JobQueue } from '../../domain/job-queue.ts';
import {
  sqlClaim,
  sqlForgetParked,
  sqlInboxState,
  sqlStorefrontsWithRequests,
  sqlRecordOutcome,
} from './inbox/resync-requests.ts';
import { sqlProof } from './proof.ts';
import { sqlSchedule } from './inbox/schedule.ts';
import { sqlDeliveries } from './inbox/deliveries.ts';
import { sqlErasedOf } from './inbox/erased-of.ts';
import { sqlErasure } from './inbox/erase.ts';
import { textKey } from '../../mapping/comparison.ts';
import type { ServiceTransactionRow } from '../schema.ts';
import { type LineRow, parseShown } from './rows.ts';
import { sql } from 'kysely';
import { erasedNameOf } from '../erased.ts';
import {
  type AccountDatabase,
  listStatement,
  readFrom,
  type SqlDatabase,
  type SqlEngine,
  type SqlTransaction,
} from './database.ts';

/** The parts that depend on the database engine. */
interface EngineParts {
  readonly close: SyncDatabase['close'];
  /** The job queue of an account. */
  readonly jobsOf?: (database: AccountDatabase) => JobQueue;
}

/** The sync database over an SQL database whose tables are up to date (`migrate`), for the default account. */
export const createSqlStore = ({ db, engine }: SqlDatabase, { close, jobsOf }: EngineParts): SyncDatabase => {
  const shared: SqlDatabase = { db, engine: withSharedTexts(engine) };
  const inbox = sqlInbox(shared);
  const accountOfRun = sqlAccountOfRun(shared);
  const forAccount = (account: string): SyncDatabase => {
    const database: AccountDatabase = { ...shared, account };
    const jobs = jobsOf?.(database);
    return {
      ...sqlAccountStore(database),
      inbox,
      accountOfRun,
      forAccount,
      close,
      ...(jobs !== undefined && { jobs }),
    };
  };
  return forAccount(defaultAccount);
};

/** There are many accounts with the same statements, so their texts are built once. */
const withSharedTexts = (engine: SqlEngine): SqlEngine => {
  const inserts = new Map<string, ReturnType<SqlEngine['insertStatements']>>();
  const lists = new Map<string, ReturnType<SqlEngine['listStatements']>>();
  return {
    ...engine,
    insertStatements: (insertion) => {
      const key = JSON.stringify(insertion);
      const made = inserts.get(key) ?? engine.insertStatements(insertion);
      inserts.set(key, made);
      return made;
    },
    listStatements: (before, after) => {
      const key = JSON.stringify([before, after]);
      const made = lists.get(key) ?? engine.listStatements(before, after);
      lists.set(key, made);
      return made;
    },
  };
};

const sqlInbox = (database: SqlDatabase): Inbox => ({
  ...sqlDeliveries(database),
  claim: sqlClaim(database),
  storefrontsWithRequests: sqlStorefrontsWithRequests(database),
  recordOutcome: sqlRecordOutcome(database),
  forgetParked: sqlForgetParked(database),
  state: sqlInboxState(database),
  ...sqlSchedule(database),
  ...sqlResolutions(database),
  ...sqlErasure(database),
  ...sqlErasedOf(database),
  ...sqlAccountFacts(database),
});

/** The part of the store that belongs to one account. Each statement names the account or one of its runs. */
const sqlAccountStore = (
  database: AccountDatabase,
): Omit<SyncDatabase, 'inbox' | 'accountOfRun' | 'forAccount' | 'close'> => ({
  ...sqlRuns(database),
  ...sqlLeases(database),
  readCheckpoint: readCheckpoint(database),
  commitPage: commitPage(database),
  ...sqlChangesRead(database),
  ...sqlRemoteIndex(database),
  lookUpTransactions: sqlLookUp(database),
  saveIntents: sqlSaveIntents(database),
  recordAttempt: sqlRecordAttempt(database),
  summarizeRun: sqlSummarize(database),
  findLines: findLines(database),
  findByNumber: findByNumber(database),
  hasSalesWithoutReferences: sqlHasSalesWithoutReferences(database),
  findNewestConfirmed: sqlNewestConfirmed(database),
  holdsUnsent: sqlHoldsUnsent(database),
  findUnconfirmed: sqlFindUnconfirmed(database),
  findSent: sqlFindSent(database),
  findSentUnder: sqlFindSentUnder(database),
  findListedUnder: sqlFindListedUnder(database),
  ...sqlServiceFacts(database),
  reviews: sqlReviews(database),
  proof: sqlProof(database),
  rateLimit: sqlRateLimit(database),
});

type RemoteRow = Pick<ServiceTransactionRow, 'id' | 'name' | 'shown'>;

const toRemoteTransaction = ({ id, name, shown }: RemoteRow): RemoteTransaction => ({
  id,
  name,
  shown: parseShown(shown),
});

/** The transactions, each with every wanted name that matches it. */
const toNamed = (
  rows: readonly RemoteRow[],
  namesByKey: ReadonlyMap<string, readonly string[]>,
): readonly (readonly [string, RemoteTransaction])[] =>
  rows.flatMap((row) =>
    (namesByKey.get(textKey(row.name ?? '')) ?? []).map((name) => [name, toRemoteTransaction(row)] as const),
  );

const sqlLookUp = (database: AccountDatabase): SyncStore['lookUpTransactions'] => {
  const submissionsOf = prepareSubmissionsOf(database);
  const remoteOf = listStatement<RemoteRow>(
    database.engine,
    'select id, name, shown from service_transaction where account = ? and id in (',
  );
  const namedOf = listStatement<RemoteRow>(
    database.engine,
    `select id, name, shown from service_transaction ${database.engine.byIndex('service_transaction_by_name')} ` +
      'where account = ? and name in (',
    // If several have the name, the first one for which the service showed fields counts.
    ') order by case when shown is null then 1 else 0 end desc, id desc',
  );
  const hasErasedNames = async (transaction: SqlTransaction): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from service_transaction ${sql.raw(database.engine.byIndex('service_transaction_by_name'))}
      where account = ${account} and name >= 'erased-' and name < 'erased.' limit 1`.execute(transaction);
    return rows.length > 0;
  };
  const settledOf = listStatement<Pick<LineRow, 'id' | 'outcome'>>(
    database.engine,
    `select line_version.id, run_line.outcome from line_version cross join run_line
     where run_line.version = line_version.version and run_line.run = (select number from run where account = ? and id = ?)
       and line_version.account = ? and line_version.id in (`,
  );
  const owners = prepareOwnersOf(database);
  const decisionsOf = prepareDecisionsOf(database);
  const { account } = database;

  return (runId, wanted) => {
    const ids = [...new Set(wanted.map(({ id }) => id))];
    const namesByKey = new Map<string, string[]>();
    for (const { name } of wanted) namesByKey.set(textKey(name), [...(namesByKey.get(textKey(name)) ?? []), name]);
    const names = [...namesByKey.keys()];
    const references = wanted.flatMap((one) => one.references ?? []);
    return readFrom(database, async (transaction) => {
      const submissions = await submissionsOf(transaction, ids);
      const ownIds = new Map(
        [...submissions.values()].flatMap(({ id, remoteId }) => (remoteId === null ? [] : [[remoteId, id]])),
      );
      const remote = await remoteOf(transaction, [...new Set([...ids, ...ownIds.keys()])], account);
      const remoteById = new Map([
        ...remote.map((row): [string, RemoteTransaction] => [row.id, toRemoteTransaction(row)]),
        // If the service has it under another id, it is also entered under our id.
        ...remote.map((row): [string, RemoteTransaction] => [ownIds.get(row.id) ?? row.id, toRemoteTransaction(row)]),
      ]);
      const remoteByName = new Map(toNamed(await namedOf(transaction, names, account), namesByKey));
      const unknown = [...namesByKey].filter(([, [name = '']]) => name !== '' && !remoteByName.has(name));
      if (unknown.length > 0 && (await hasErasedNames(transaction))) {
        const erased = new Map(unknown.map(([key, same]) => [erasedNameOf(key), same]));
        const rows = await namedOf(transaction, [...erased.keys()], account);
        for (const [name, row] of toNamed(rows, erased)) remoteByName.set(name, row);
      }
      const settled = await settledOf(transaction, ids, account, runId, account);
      const decisions = await decisionsOf(transaction, ids);
      return {
        submissions,
        remoteById,
        remoteByName,
        settledInRun: new Map(settled.map(({ id, outcome }) => [id, outcome])),
        owners: await owners(transaction, references, runId),
        ...(decisions !== undefined && { decisions }),
      };
    });
  };
};
