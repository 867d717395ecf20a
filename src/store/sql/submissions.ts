/**
 * Saves what is about to be sent before it is sent, so that after a crash no sale is pushed twice and no other storefront pushes
 * it.
 */
import { type Instant, millisecondsOf } from '../../domain/instant.ts';
import type { Intent, PageCommit, SaleOwner, Submission, SyncStore } from '../../domain/sync-store.ts';
import type { ConfirmedTransaction } from '../../domain/sent.ts';
import type { SaleReferenceRow, SubmissionBodyRow, SubmissionRow } from '../schema.ts';
import * as E from 'fp-ts/lib/Either.js';
import {
  type AccountDatabase,
  insertRows,
  inWriteTransaction,
  listStatement,
  lockAndCheckFence,
  readFrom,
  type SqlEngine,
  type SqlTransaction,
  toPlain,
  writeTo,
} from './database.ts';
import { findLostClaims } from '../store-rules.ts';
import { prepareErasedAmong } from './erased-records.ts';
import { prepared } from './prepared.ts';
import { listScanOf } from './remote-index.ts';
import * as O from 'fp-ts/lib/Option.js';
import { type RawBuilder, sql } from 'kysely';

type KnownSubmission = Omit<SubmissionRow, 'account' | 'name' | 'storefront' | 'source_id' | 'settled_at'> &
  Pick<Submission, 'body'>;

/** The submissions with these ids, by transaction id. */
export const prepareSubmissionsOf = ({
  engine,
  account,
}: AccountDatabase): ((
  transaction: SqlTransaction,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, Submission>>) => {
  const rowsOf = listStatement<KnownSubmission>(
    engine,
    'select submission.id, status, digest, body, remote_id, saved_at, attempted_at from submission ' +
      'left join submission_body on submission_body.account = submission.account and submission_body.id = submission.id ' +
      'where submission.account = ? and submission.id in (',
  );
  return async (transaction, ids) => {
    const rows = await rowsOf(transaction, ids, account);
    return new Map(
      rows.map(({ id, status, digest, body, remote_id, saved_at, attempted_at }): [string, Submission] => [
        id,
        { id, status, digest, body, remoteId: remote_id, savedAt: saved_at, attemptedAt: attempted_at },
      ]),
    );
  };
};

/** A body that may have arrived is frozen; a refused body is replaced. */
const onUnfrozenId =
  'on conflict (account, id) do update set name = excluded.name, storefront = excluded.storefront, ' +
  'source_id = excluded.source_id, status = excluded.status, digest = excluded.digest, saved_at = excluded.saved_at, ' +
  'attempted_at = excluded.attempted_at, settled_at = excluded.settled_at ' +
  "where submission.status = 'refused' returning id";

/** An id that no run has: the references of dry runs claim nothing. */
const noDryRun = '';

export const sqlSaveIntents = (database: AccountDatabase): SyncStore['saveIntents'] => {
  const insertSubmissions = insertRows<SubmissionRow, { readonly id: string }>(
    database.engine,
    'submission',
    onUnfrozenId,
  );
  const insertBodies = insertRows<SubmissionBodyRow>(
    database.engine,
    'submission_body',
    'on conflict (account, id) do update set body = excluded.body',
  );
  const submissionsOf = prepareSubmissionsOf(database);
  const owners = prepareOwnersOf(database);
  const claim = insertReferences(database.engine);
  const erasedAmong = prepareErasedAmong(database);
  const { account } = database;

  return (intents, at, fence) => {
    // The first of equal ids remains: it is the one that counts as attempted. The ids of a page rise, and stay in this order:
    // rows that are inserted backward leave a third of each page of an SQLite file empty.
    const byId = new Map<string, Intent>();
    for (const intent of intents) if (!byId.has(intent.id)) byId.set(intent.id, intent);
    const all = [...byId.values()];
    const claimable = all.flatMap(({ references }) => references);
    return inWriteTransaction(database, async (transaction) => {
      const erased = await erasedAmong.rows(transaction, all);
      const allowed = await lockAndCheckFence(database, transaction, fence);
      if (E.isLeft(allowed)) return allowed;
      if (claimable.length > 0) await database.engine.lock(transaction, `references ${account}`, claimable);
      const claimed = await owners(transaction, claimable, noDryRun);
      const alreadyClaimed = findLostClaims(all, (reference) => claimed.get(reference) ?? []);
      const won = all.filter(({ id }) => !alreadyClaimed.has(id));
      await claim(transaction, claimRowsOf(account, won, at));
      const saved = await insertSubmissions(transaction, submissionRowsOf(account, won, erased, at));
      const savedIds = new Set(saved.map(({ id }) => id));
      await insertBodies(
        transaction,
        won.filter(({ id }) => savedIds.has(id) && !erased.has(id)).map(({ id, body }) => ({ account, id, body })),
      );
      const kept = won.filter(({ id }) => !savedIds.has(id)).map(({ id }) => id);
      return E.right({ claimed: alreadyClaimed, existing: await submissionsOf(transaction, kept) });
    });
  };
};

export const sqlRecordAttempt = (database: AccountDatabase): SyncStore['recordAttempt'] => {
  // One statement compares and notes the attempt, so that only one of two concurrent attempts succeeds.
  const recordOnce = listStatement<{ readonly id: string }>(
    database.engine,
    "update submission set attempted_at = nullif(?, '') where account = ? and status <> 'confirmed' " +
      "and coalesce(attempted_at, '') = ? and id in (",
    ') returning id',
  );
  const submissionsOf = prepareSubmissionsOf(database);
  return (id, since, at) =>
    writeTo(database, async (transaction) => {
      const recorded = await recordOnce(transaction, [id], at ?? '', database.account, since ?? '');
      if (recorded.length > 0) return O.none;
      return O.fromNullable((await submissionsOf(transaction, [id])).get(id));
    });
};

/** The newest audit records, in which the newest transactions are searched. */
const newestRecords = 500;

/**
 * Searches the end of the audit, where the last settled transactions are: an index on the submissions would have to be written
 * with each sale. If that finds too few, all submissions are read.
 */
export const sqlNewestConfirmed = ({ db, engine, account }: AccountDatabase): SyncStore['findNewestConfirmed'] => {
  const newest = (among: RawBuilder<unknown>, limit: number) => sql<ConfirmedTransaction>`
    select id, name, remote_id as "remoteId" from submission
    where account = ${account} and status = 'confirmed' ${among}
    order by settled_at desc, id desc limit ${limit}`;
  // Uses a range of numbers: to find the newest records, PostgreSQL would sort all records of the account.
  const audited = sql`and id in (
    select id from audit ${sql.raw(engine.byIndex('audit_by_account'))} where account = ${account}
      and audit_number > (select max(audit_number) from audit where account = ${account}) - ${sql.lit(newestRecords)})`;
  return (limit) =>
    readFrom({ db, engine }, async (transaction) => {
      const { rows } = await newest(audited, limit).execute(transaction);
      return toPlain(rows.length < limit ? (await newest(sql``, limit).execute(transaction)).rows : rows);
    });
};

/** Reads all transactions if each of them was sent from here. */
export const sqlHoldsUnsent =
  (database: AccountDatabase): SyncStore['holdsUnsent'] =>
  () =>
    readFrom(database, async (transaction) => {
      const { rows } = await sql`
        select 1 from present_line where account = ${database.account} and state = 'in service' and not exists (
          select 1 from submission where account = ${database.account} and submission.id = present_line.id and status = 'confirmed')
        limit 1`.execute(transaction);
      return rows.length > 0;
    });

/** Only submissions that are not settled have a body, so that few rows are read. */
export const sqlFindUnconfirmed =
  (database: AccountDatabase): SyncStore['findUnconfirmed'] =>
  (storefront, { runId, savedBefore, after }) =>
    readFrom(database, async (transaction) => {
      const { rows } = await sql<{ readonly source_id: string }>`
        select distinct submission.source_id
        from submission_body join submission
          on submission.account = submission_body.account and submission.id = submission_body.id
        where submission_body.account = ${database.account} and storefront = ${storefront} and status = 'intent'
          and saved_at < ${savedBefore} and source_id > ${after} and not exists (
            select 1 from line_version cross join run_line cross join run
            where line_version.account = ${database.account} and line_version.id = submission.id
              and run_line.version = line_version.version and run.number = run_line.run and run.id = ${runId})
        order by 1 limit 100`.execute(transaction);
      return rows.map(({ source_id }) => source_id);
    });

export const sqlFindSent =
  (database: AccountDatabase): SyncStore['findSent'] =>
  (storefront, sourceId) =>
    readFrom(database, async (transaction) => {
      const { rows } = await sql<{ readonly id: string; readonly run: string | null }>`
        select submission.id, (
          select run.id from line_version cross join run_line cross join run
          where line_version.account = submission.account and line_version.id = submission.id
            and run_line.version = line_version.version and run.number = run_line.run and run.kind = 'historical' and run.dry_run = 0
          order by run_line.run desc limit 1) as run
        from submission
        where account = ${database.account} and storefront = ${storefront} and source_id = ${sourceId}`.execute(
        transaction,
      );
      return new Map(rows.map(({ id, run }) => [id, run]));
    });

/** An existing reference is kept: its time shows which sale was first. */
export const insertReferences = (engine: SqlEngine): ReturnType<typeof insertRows<SaleReferenceRow>> =>
  insertRows(engine, 'sale_reference', 'on conflict (account, run, reference, id) do nothing');

type OwnersOf = (
  transaction: SqlTransaction,
  references: readonly string[],
  runId: string,
) => Promise<ReadonlyMap<string, readonly SaleOwner[]>>;

/** The transactions of each reference; in the dry run with that id, also the transactions that it would push. */
export const prepareOwnersOf = ({ engine, account }: AccountDatabase): OwnersOf => {
  const rowsOf = listStatement<Pick<SaleReferenceRow, 'reference' | 'id' | 'storefront'>>(
    engine,
    'select reference, id, storefront from sale_reference ' +
      'where account = ? and run in (0, (select number from run where account = ? and id = ?)) and reference in (',
    ') order by case run when 0 then 0 else 1 end, claimed_at, id',
  );
  return async (transaction, references, runId) => {
    const owners = new Map<string, readonly SaleOwner[]>();
    if (references.length === 0) return owners;
    for (const { reference, id, storefront } of await rowsOf(
      transaction,
      [...new Set(references)],
      account,
      account,
      runId,
    )) {
      const before = owners.get(reference) ?? [];
      if (!before.some((owner) => owner.id === id)) owners.set(reference, [...before, { storefront, id }]);
    }
    return owners;
  };
};

export const referenceRowsOf = (
  account: string,
  { storefront, references }: PageCommit,
  run: number,
  at: Instant,
): readonly SaleReferenceRow[] => {
  const rows: SaleReferenceRow[] = [];
  for (const { reference, id, isPushed } of references) {
    rows.push({ account, run: isPushed ? 0 : run, reference, id, storefront, claimed_at: millisecondsOf(at) });
  }
  return rows;
};

interface CachedAnswer {
  /** Identifies the last scan of the service's list. */
  readonly state: string;
  /** A sale without references; null if all sales of the platform have references. */
  readonly id: string | null;
}

const referenceOf = prepared((transaction, { account, id }: Pick<SaleReferenceRow, 'account' | 'id'>) =>
  transaction
    .selectFrom('sale_reference')
    .select('id')
    .where('account', '=', account)
    .where('id', '=', id)
    .where('run', '=', 0)
    .limit(1),
);

/** Reads the whole list once for a platform and a state of the scans; live work calls this for every sale. */
export const sqlHasSalesWithoutReferences = (database: AccountDatabase): SyncStore['hasSalesWithoutReferences'] => {
  const found = new Map<string, CachedAnswer>();
  const { account } = database;
  return (platform) =>
    readFrom(database, async (transaction) => {
      const state = await scanStateOf(transaction, account);
      const before = found.get(platform);
      if (before?.state === state) {
        if (before.id === null) return false;
        if ((await referenceOf(transaction, { account, id: before.id })).length === 0) return true;
      }
      const id = await findUnreferencedSale(transaction, account, platform);
      found.set(platform, { state, id });
      return id !== null;
    });
};

const claimRowsOf = (account: string, intents: readonly Intent[], at: string): readonly SaleReferenceRow[] => {
  const claims: SaleReferenceRow[] = [];
  for (const { id, storefront, references } of intents) {
    for (const reference of references)
      claims.push({ account, run: 0, reference, id, storefront, claimed_at: millisecondsOf(at) });
  }
  return claims;
};

const submissionRowsOf = (
  account: string,
  intents: readonly Intent[],
  erased: ReadonlySet<string>,
  at: string,
): readonly SubmissionRow[] => {
  const rows: SubmissionRow[] = [];
  for (const { id, name, storefront, sourceId, digest } of intents) {
    rows.push({
      account,
      id,
      name: erased.has(id) ? id : name,
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

/** Changes with every scan. Between two scans only our own pushes add transactions, and those have references. */
const scanStateOf = async (transaction: SqlTransaction, account: string): Promise<string> => {
  const [state] = await listScanOf(transaction, { account });
  return JSON.stringify(state ?? null);
};

const findUnreferencedSale = async (
  transaction: SqlTransaction,
  account: string,
  platform: string,
): Promise<string | null> => {
  const start = `${platform}:`;
  const { rows } = await sql<{ readonly id: string }>`
    select id from service_transaction
    where account = ${account} and substr(id, 1, ${sql.lit(start.length)}) = ${start} and id not like '%:refund:%'
      and id not like '%:edit:%' and id not like '%:return:%' and id not like '%:dispute:%'
      and id not like '%:undone:%' and id not like '%:restored:%'
      and id not like '%:marketplace' and id not like '%:marketplace:%' and not exists
      (select 1 from sale_reference where sale_reference.account = service_transaction.account
        and sale_reference.id = service_transaction.id and run = 0)
    limit 1`.execute(transaction);
  return rows[0]?.id ?? null;
};
