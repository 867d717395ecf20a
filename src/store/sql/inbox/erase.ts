/** Erases the personal data of single records, or of a storefront whose merchant left, in short steps that survive a crash. */
import { setTimeout as sleep } from 'node:timers/promises';
import { areTurnsGiven } from '../../../domain/turns.ts';
import * as E from 'fp-ts/lib/Either.js';
import { type RawBuilder, sql } from 'kysely';
import type { Inbox } from '../../../domain/inbox.ts';
import type { StoreResult } from '../../../domain/sync-store.ts';
import type { ErasedRow } from '../../schema.ts';
import { insertRows, type SqlDatabase, type SqlTransaction, toChunks, toSlices, writeTo } from '../database.ts';
import { lockErasure } from '../erased-records.ts';
import { type ErasedTable, eraseListed, eraseListedOfShop, type Scope } from './erase-listed.ts';
import { findOwners, type Owners } from './owners.ts';
import { attempt } from '../../../domain/attempt.ts';

export const sqlErasure = (database: SqlDatabase): Pick<Inbox, 'eraseRecords' | 'eraseStorefront' | 'purge'> => ({
  eraseRecords: sqlEraseRecords(database),
  eraseStorefront: sqlEraseStorefront(database),
  purge: () => database.engine.purge(),
});

/** Records or other rows in one transaction: few enough that other work does not wait for long. */
const recordsAtATime = 512;
const rowsAtATime = 2_000;

const sqlEraseRecords =
  (database: SqlDatabase): Inbox['eraseRecords'] =>
  (storefront, recordIds) =>
  () => {
    const slices = toSlices([...new Set(recordIds)], recordsAtATime);
    return eraseInSteps(database, 0, async (transaction, index) => {
      const slice = slices[index] ?? [];
      const owners = await findAndLockOwners(database, transaction, storefront);
      await remember(database, transaction, storefront, slice);
      let count = 0;
      for (const chunk of toChunks(slice)) {
        const scope: Scope = {
          recordIds: chunk,
          rows: (table) => sql`${isOf(owners)(table)} and ${sql.ref(`${table}.source_id`)} in (${sql.join(chunk)})`,
        };
        await eraseNotes(transaction, owners, scope, chunk);
        count += await eraseScope(database, transaction, owners, scope);
      }
      return { count, next: index + 1 < slices.length ? index + 1 : null };
    });
  };

/** The result of one step of an erasure; `next`: where the next step starts, null after the last one. */
interface Erased<Position> {
  readonly count: number;
  readonly next: Position | null;
}

/** Milliseconds between two transactions. Another process checks as often whether it may write to an SQLite file. */
const pauseForOthers = 12;

/**
 * Each step is a transaction and continues from the state that the step before left; after a crash all steps are done again.
 * `purge`, or at the latest closing the database, removes the erased bytes from the files.
 */
const eraseInSteps = async <Position>(
  database: SqlDatabase,
  first: Position,
  step: (transaction: SqlTransaction, position: Position) => Promise<Erased<Position>>,
): StoreResult<number> => {
  let count = 0;
  for (let position = first; ;) {
    const from = position;
    const erased = await writeTo(database, (transaction) => step(transaction, from))();
    if (E.isLeft(erased)) return erased;
    count += erased.right.count;
    await database.engine.afterBodiesDeleted();
    if (erased.right.next === null) return E.right(count);
    position = erased.right.next;
    if (areTurnsGiven()) await sleep(pauseForOthers);
  }
};

/** Locks the list and the storefronts: a page that was read before the erasure waits, and then finds what is erased. */
const findAndLockOwners = async (
  database: SqlDatabase,
  transaction: SqlTransaction,
  storefront: string,
): Promise<Owners> => {
  const owners = await findOwners(transaction, storefront);
  if (owners.account !== null) await database.engine.lock(transaction, `list scan ${owners.account}`);
  await lockErasure(database, transaction, [storefront, ...owners.prefixes]);
  return owners;
};

const remember = async (
  { engine }: SqlDatabase,
  transaction: SqlTransaction,
  storefront: string,
  recordIds: readonly string[],
): Promise<void> => {
  const insert = insertRows<ErasedRow>(engine, 'erased', 'on conflict (source_id, storefront) do nothing');
  await insert(
    transaction,
    recordIds.map((source_id) => ({ source_id, storefront })),
  );
};

/** In another storefront it selects only rows with an id of this shop: that storefront may hold sales of other shops, too. */
const isOf =
  ({ storefront, account, others, prefixes }: Owners) =>
  (table: ErasedTable | 'resolution'): RawBuilder<unknown> => {
    const own = sql`${sql.ref(`${table}.storefront`)}`;
    // The indexes of these tables begin with the account.
    const isByAccount = (table === 'submission' || table === 'line_version') && account !== null;
    const first = isByAccount ? sql`${sql.ref(`${table}.account`)} = ${account} and ` : sql``;
    return others.length === 0
      ? sql`${first}${own} = ${storefront}`
      : sql`${first}${own} in (${sql.join([storefront, ...others])})
          and (${own} = ${storefront} or ${beginsWithAny(`${table}.id`, prefixes)})`;
  };

const beginsWithAny = (column: string, prefixes: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    prefixes.map((prefix) => sql`${sql.ref(column)} like ${`${escaped(prefix)}%`} escape '\\'`),
    sql` or `,
  );

/** A text that matches only itself in a pattern of `like`. */
const escaped = (text: string): string => text.replaceAll(/[%_\\]/g, '\\$&');

/** The text after the id of a record in the id of a transaction, a difference or a change. */
const idSuffixes = ['', ':%', '/%'];

/** Erases the notes that people wrote about these records. */
const eraseNotes = async (
  transaction: SqlTransaction,
  owners: Owners,
  { rows: of }: Scope,
  recordIds: readonly string[],
): Promise<void> => {
  const about = sql.join(
    recordIds.flatMap((recordId) =>
      idSuffixes.map((end) => sql`resolution.id like ${`%:%:${escaped(recordId)}${end}`} escape '\\'`),
    ),
    sql` or `,
  );
  await sql`
    update resolution set note = '', resolved_by = '' where ${isOf(owners)('resolution')} and (${about} or exists (
      select 1 from line_version where ${of('line_version')} and (resolution.id = line_version.id or resolution.id like line_version.id || '/%')))
    `.execute(transaction);
  await sql`
    update decision set note = '', decided_by = '', name = source_id, message = null
    where ${of('decision')}`.execute(transaction);
};

const eraseScope = async (
  { engine }: SqlDatabase,
  transaction: SqlTransaction,
  owners: Owners,
  scope: Scope,
): Promise<number> => {
  const of = scope.rows;
  // This comes first, because it waits for answers that are being committed: what they write is then erased as well.
  if (engine.supportsRowLocks)
    await sql`
      select count(*) from (select 1 from submission where ${of('submission')} order by account, id for update) as locked
      `.execute(transaction);
  const count = await countAffected(transaction, scope);
  // The list is erased before the names, because some of its rows are found by name.
  await eraseListed(engine, transaction, owners, scope);
  await sql`update submission set name = id where ${of('submission')} and name <> id`.execute(transaction);
  await sql`
    update adjustment set message = '' where version in (select version from line_version where ${of('line_version')})
      and message <> ''
    `.execute(transaction);
  await sql`
    update run_line set message = null where version in (select version from line_version where ${of('line_version')})
      and message is not null
    `.execute(transaction);
  await sql`
    update line_version set name = source_id, zip = null
    where ${of('line_version')} and (name <> source_id or zip is not null)`.execute(transaction);
  await sql`
    delete from submission_body where (account, id) in (select account, id from submission where ${of('submission')})`.execute(
    transaction,
  );
  // Digest, amounts, state and times stay: they prove what was sent, without personal data.
  await sql`
    update audit set name = id, body = null, message = null, decided_by = case when decided_by is null then null else '' end
    where ${of('audit')} and (name <> id or body is not null or message is not null or decided_by <> '')`.execute(
    transaction,
  );
  return count;
};

const countAffected = async (transaction: SqlTransaction, { rows: of }: Scope): Promise<number> => {
  const { rows } = await sql`
    select source_id from line_version where ${of('line_version')} and (name <> source_id or zip is not null
      or exists (select 1 from run_line where run_line.version = line_version.version and run_line.message is not null)
      or exists (select 1 from adjustment where adjustment.version = line_version.version and adjustment.message <> ''))
    union select source_id from submission where ${of('submission')}
      and (name <> id or exists (
        select 1 from submission_body where submission_body.account = submission.account and submission_body.id = submission.id))
    union select source_id from audit where ${of('audit')} and (name <> id or body is not null)`.execute(transaction);
  return rows.length;
};

const sqlEraseStorefront =
  (database: SqlDatabase): Inbox['eraseStorefront'] =>
  (storefront) =>
  () =>
    attempt(async (take) => {
      await take(eraseInSteps(database, true as const, (transaction) => dropWork(database, transaction, storefront)));
      const count = await take(
        eraseInSteps(database, '', (transaction, after) => eraseNextRecords(database, transaction, storefront, after)),
      );
      await take(
        eraseInSteps(database, '', async (transaction, after) => {
          const owners = await findAndLockOwners(database, transaction, storefront);
          return { count: 0, next: await eraseListedOfShop(database.engine, transaction, owners, after) };
        }),
      );
      await take(eraseInSteps(database, true as const, (transaction) => eraseNextNotes(transaction, storefront)));
      return count;
    });

/**
 * Drops the running and waiting work of the storefront. Without its lease and its requests, nothing that was read from it before
 * can be committed: see `FencingToken`.
 */
const dropWork = async (
  database: SqlDatabase,
  transaction: SqlTransaction,
  storefront: string,
): Promise<Erased<true>> => {
  await remember(database, transaction, storefront, ['']);
  await transaction
    .insertInto('left_storefront')
    .values({ storefront })
    .onConflict((key) => key.doNothing())
    .execute();
  await transaction.deleteFrom('lease').where('storefront', '=', storefront).execute();
  await transaction.deleteFrom('catch_up').where('storefront', '=', storefront).execute();
  await transaction.deleteFrom('changes_read').where('storefront', '=', storefront).execute();
  const requests = transaction.selectFrom('resync_request').select('record_id').where('storefront', '=', storefront);
  const deliveries = transaction.selectFrom('delivery').select('id').where('storefront', '=', storefront);
  const deleted = [
    await transaction
      .deleteFrom('resync_request')
      .where('storefront', '=', storefront)
      .where('record_id', 'in', requests.limit(rowsAtATime))
      .returning('record_id')
      .execute(),
    await transaction
      .deleteFrom('delivery')
      .where('storefront', '=', storefront)
      .where('id', 'in', deliveries.limit(rowsAtATime))
      .returning('id')
      .execute(),
  ];
  return { count: 0, next: deleted.some(({ length }) => length === rowsAtATime) ? true : null };
};

const eraseNextRecords = async (
  database: SqlDatabase,
  transaction: SqlTransaction,
  storefront: string,
  after: string,
): Promise<Erased<string>> => {
  const owners = await findAndLockOwners(database, transaction, storefront);
  const next = await lastOfStep(transaction, owners, after);
  const scope: Scope = {
    recordIds: [],
    rows: (table) => {
      const id = sql.ref(`${table}.source_id`);
      return sql`${isOf(owners)(table)} and ${id} > ${after} ${next === null ? sql`` : sql`and ${id} <= ${next}`}`;
    },
  };
  return { count: await eraseScope(database, transaction, owners, scope), next };
};

/** The last record of the next step, taken from the table with the most rows there; null if few are left. */
const lastOfStep = async (transaction: SqlTransaction, owners: Owners, after: string): Promise<string | null> => {
  const far = (table: 'line_version' | 'submission' | 'audit'): RawBuilder<unknown> => sql`(
    select source_id from ${sql.table(table)} where ${isOf(owners)(table)} and source_id > ${after}
    order by source_id limit 1 offset ${sql.lit(recordsAtATime - 1)})`;
  const { rows } = await sql<Readonly<Record<'line_version' | 'submission' | 'audit', string | null>>>`
    select ${far('line_version')} as line_version, ${far('submission')} as submission, ${far('audit')} as audit`.execute(
    transaction,
  );
  return (
    rows
      .flatMap(({ line_version: line, submission, audit }) => [line, submission, audit].filter((id) => id !== null))
      .sort()[0] ?? null
  );
};

const eraseNextNotes = async (transaction: SqlTransaction, storefront: string): Promise<Erased<true>> => {
  const of = isOf(await findOwners(transaction, storefront));
  const resolutions = await sql`
    update resolution set note = '', resolved_by = '' where number in (select number from resolution
      where ${of('resolution')} and (note <> '' or resolved_by <> '') limit ${sql.lit(rowsAtATime)})
    returning number`.execute(transaction);
  const decisions = await sql`
    update decision set note = '', decided_by = '', name = source_id, message = null where (account, line, id, what) in (
      select account, line, id, what from decision where ${of('decision')}
        and (note <> '' or decided_by <> '' or name <> source_id or message is not null) limit ${sql.lit(rowsAtATime)})
    returning line`.execute(transaction);
  return { count: 0, next: [resolutions, decisions].some(({ rows }) => rows.length === rowsAtATime) ? true : null };
};
