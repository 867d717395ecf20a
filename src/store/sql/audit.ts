/** Keeps the audit: every request that was sent to the service, with its answer, its cause and the settings at that time. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { sql } from 'kysely';
import { type AuditRecord, withoutPersonalData } from '../../domain/audit.ts';
import { digestOf } from '../../domain/fields.ts';
import type { Resolution } from '../../domain/inbox.ts';
import type { Instant } from '../../domain/instant.ts';
import type { AuditFilter, AuditPage, ReviewStore } from '../../domain/review-store.ts';
import type { PageCommit, StoreResult } from '../../domain/sync-store.ts';
import {
  answerOfSender,
  answersOf,
  auditRecordOf,
  type AuditedSubmission,
  isOfFinder,
  type SenderAnswer,
} from '../store-rules.ts';
import type { AuditRow, AuditSettingsRow } from '../review-schema.ts';
import type { SubmissionRow } from '../schema.ts';
import {
  type AccountDatabase,
  insertRows,
  inReadTransaction,
  listStatement,
  nextNumber,
  type SqlTransaction,
  writeTo,
} from './database.ts';
import { prepareErasedAmong } from './erased-records.ts';
import { toNumber } from './rows.ts';

type SubmissionWithBody = SubmissionRow & { readonly body: string | null };

/** Adds the records of a commit. Call it before its intents lose their bodies. */
export const prepareAudit = (
  database: AccountDatabase,
): ((transaction: SqlTransaction, page: PageCommit, at: Instant) => Promise<void>) => {
  const { engine, account } = database;
  // Rows are locked in one order: if two runs settle one intent, the later one waits and finds it settled.
  const submissionsOf = listStatement<SubmissionWithBody>(
    engine,
    'select submission.*, body from submission ' +
      'left join submission_body on submission_body.account = submission.account and submission_body.id = submission.id ' +
      'where submission.account = ? and submission.id in (',
    `) order by submission.id${engine.supportsRowLocks ? ' for update of submission' : ''}`,
  );
  const save = prepareSave(database);
  const saveAnswer = prepareAnswer(database);
  return async (transaction, page, at) => {
    const answers = answersOf(page);
    const found = await submissionsOf(transaction, [...answers.keys()].sort(), account);
    const rows = new Map(found.map((row) => [row.id, row]));
    const records: AuditRecord[] = [];
    for (const [id, answer] of answers) {
      const row = rows.get(id);
      if (row === undefined) continue;
      const commit = { runId: page.runId, at, context: page.audit };
      // If this waited for the row, its body may be older than an erasure that was committed first.
      const body = row.name === row.id ? null : row.body;
      const record = auditRecordOf({ ...toSubmission(row), body }, answer, commit);
      if (record !== undefined) records.push(record);
      const answered = answerOfSender(row, answer, commit);
      if (answered !== undefined) await saveAnswer(transaction, row, answered);
    }
    await save(transaction, records);
  };
};

/** Adds the note of a person about a transaction, or about a correction of it. */
export const insertResolution = async (
  { engine }: Pick<AccountDatabase, 'engine'>,
  transaction: SqlTransaction,
  { storefront, id, note, by, at }: Resolution,
): Promise<void> => {
  await engine.lock(transaction, 'resolution');
  const number = await nextNumber(transaction, 'resolution');
  const row = { number, storefront, id, note, resolved_by: by, resolved_at: at };
  await transaction.insertInto('resolution').values(row).execute();
};

export const sqlAudit = (database: AccountDatabase): Pick<ReviewStore, 'auditRecords' | 'saveCorrection'> => {
  const save = prepareSave(database);
  const erasedAmong = prepareErasedAmong(database);
  const { account } = database;
  return {
    auditRecords: (filter, after) => async () => {
      return inReadTransaction(database, async (transaction): StoreResult<AuditPage> => {
        if (filter.storefronts?.length === 0) return E.right({ records: [], next: O.none });
        const position = O.isSome(after) ? after.value : '0';
        return E.right(await recordedPage(transaction, account, filter, Number(position)));
      })();
    },

    saveCorrection: (record, note) =>
      writeTo(database, async (transaction) => {
        const { storefront, id, by, answeredAt } = record;
        const erased = await erasedAmong.rows(transaction, [record]);
        if (note !== null)
          await insertResolution(database, transaction, { storefront, id, note, by: by ?? '', at: answeredAt });
        await save(transaction, [erased.has(id) ? withoutPersonalData(record) : record]);
      }),
  };
};

type SaveRecords = (transaction: SqlTransaction, records: readonly AuditRecord[]) => Promise<void>;

const prepareSave = (database: AccountDatabase): SaveRecords => {
  const insert = insertRows<AuditRow>(database.engine, 'audit');
  const saveSettings = prepareSettings(database);
  return async (transaction, records) => {
    const numbers = await saveSettings(transaction, records);
    const rows: AuditRow[] = [];
    for (const one of records) rows.push(toRow(database.account, one, numbers.get(one.settings) ?? null));
    await insert(transaction, rows);
  };
};

type SaveSettings = (
  transaction: SqlTransaction,
  records: readonly Pick<AuditRecord, 'settings'>[],
) => Promise<ReadonlyMap<string | null, number>>;

type SettingsNumber = Pick<AuditSettingsRow, 'digest'> & { readonly settings_number: number | string };

/** Saves the settings of some records, and returns their numbers. */
const prepareSettings = ({ engine }: AccountDatabase): SaveSettings => {
  const insert = insertRows<AuditSettingsRow>(engine, 'audit_settings', 'on conflict (digest) do nothing');
  const knownOf = listStatement<SettingsNumber>(
    engine,
    'select settings_number, digest from audit_settings where digest in (',
  );
  return async (transaction, records) => {
    const byDigest = new Map<string, string>();
    for (const settings of new Set(records.map((record) => record.settings)))
      if (settings !== null) byDigest.set(digestOf(settings), settings);
    const digests = [...byDigest.keys()];
    const before = await knownOf(transaction, digests);
    const known = new Set(before.map(({ digest }) => digest));
    const added = [...byDigest].filter(([digest]) => !known.has(digest));
    await insert(
      transaction,
      added.map(([digest, settings]) => ({ digest, settings })),
    );
    const all = added.length === 0 ? before : await knownOf(transaction, digests);
    return new Map(all.map((row) => [byDigest.get(row.digest) ?? null, toNumber(row.settings_number)]));
  };
};

const toRow = (account: string, record: AuditRecord, settings: number | null): AuditRow => ({
  account,
  storefront: record.storefront,
  source_id: record.sourceId,
  id: record.id,
  name: record.name,
  action: record.action,
  sent_at: record.sentAt,
  answered_at: record.answeredAt,
  answer: record.answer,
  message: record.message,
  remote_id: record.remoteId,
  digest: record.digest,
  body: record.body,
  occurred_at: record.amounts?.occurredAt ?? null,
  currency: record.amounts?.currency ?? null,
  jurisdiction: record.amounts?.jurisdiction ?? null,
  total: record.amounts?.total.toString() ?? null,
  tax_collected: record.amounts?.taxCollected.toString() ?? null,
  cause: record.cause,
  decided_by: record.by,
  run_id: record.runId,
  settings_number: settings,
});

/** Replaces the record of a run that only found the transaction by the answer to the request that sent it. */
const prepareAnswer = (
  database: AccountDatabase,
): ((transaction: SqlTransaction, row: SubmissionRow, answer: SenderAnswer) => Promise<void>) => {
  const { engine, account } = database;
  const saveSettings = prepareSettings(database);
  return async (transaction, { storefront, source_id, id }, { by, runId, settings, ...answer }) => {
    const found = await sql<
      Pick<AuditRow & { readonly audit_number: number }, 'audit_number' | 'action' | 'answer' | 'body'>
    >`
      select audit_number, action, answer, body from audit ${sql.raw(engine.byIndex('audit_by_source'))}
      where account = ${account} and storefront = ${storefront} and source_id = ${source_id} and id = ${id}`.execute(
      transaction,
    );
    const finder = found.rows.find(isOfFinder);
    if (finder === undefined) return;
    const number = (await saveSettings(transaction, [{ settings }])).get(settings) ?? null;
    await transaction
      .updateTable('audit')
      .set({ ...answer, decided_by: by, run_id: runId, settings_number: number })
      .where('audit_number', '=', finder.audit_number)
      .execute();
  };
};

const toSubmission = (row: SubmissionWithBody): Omit<AuditedSubmission, 'body'> => ({
  storefront: row.storefront,
  sourceId: row.source_id,
  id: row.id,
  name: row.name,
  status: row.status,
  digest: row.digest,
  savedAt: row.saved_at,
  attemptedAt: row.attempted_at,
  remoteId: row.remote_id,
});

/** Rows that one page of the audit reads. */
const rowsAtATime = 1_000;

const recordedPage = async (
  transaction: SqlTransaction,
  account: string,
  filter: AuditFilter,
  after: number,
): Promise<AuditPage> => {
  const { rows } = await sql<AuditRow & { readonly audit_number: number } & Pick<AuditRecord, 'settings'>>`
    select audit.*, audit_settings.settings from audit
      left join audit_settings on audit_settings.settings_number = audit.settings_number
    where account = ${account} and audit_number > ${after} and ${ofFilter(filter)}
    order by audit_number limit ${rowsAtATime}`.execute(transaction);
  const last = rows.at(-1);
  return {
    records: rows.map(toRecord),
    next: last === undefined || rows.length < rowsAtATime ? O.none : O.some(String(last.audit_number)),
  };
};

const ofFilter = ({ storefronts, sourceId, days }: AuditFilter) => sql<boolean>`
  1 = 1
  ${storefronts === undefined ? sql`` : sql`and storefront in (${sql.join(storefronts)})`}
  ${sourceId === undefined ? sql`` : sql`and source_id = ${sourceId}`}
  ${days === undefined ? sql`` : sql`and substr(answered_at, 1, 10) between ${days.from} and ${days.to}`}`;

const toRecord = (row: AuditRow & Pick<AuditRecord, 'settings'>): AuditRecord => ({
  storefront: row.storefront,
  sourceId: row.source_id,
  id: row.id,
  name: row.name,
  action: row.action,
  sentAt: row.sent_at,
  answeredAt: row.answered_at,
  answer: row.answer,
  message: row.message,
  remoteId: row.remote_id,
  digest: row.digest,
  body: row.body,
  amounts: amountsOf(row),
  cause: row.cause,
  by: row.decided_by,
  runId: row.run_id,
  settings: row.settings,
});

const amountsOf = (row: AuditRow): AuditRecord['amounts'] => {
  const { occurred_at, currency, jurisdiction, total, tax_collected } = row;
  if (occurred_at === null || currency === null || jurisdiction === null || total === null || tax_collected === null)
    return null;
  return { occurredAt: occurred_at, currency, jurisdiction, total: BigInt(total), taxCollected: BigInt(tax_collected) };
};
