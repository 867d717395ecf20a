import * as E from 'fp-ts/lib/Either.js';
import { type RawBuilder, sql } from 'kysely';
import type { Inbox } from '../../../domain/inbox.ts';
import { idPrefixesOf } from '../../store-rules.ts';
import { type ErasedTable, eraseListed, type Owners, type Scope } from './erase-listed.ts';
import { type SqlDatabase, type SqlTransaction, toChunks, toSlices, writeTo } from '../database.ts';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';

/**
 * Whose rows are meant, of the storefront's own account alone. Each storefront is looked up by its first and its last record: a
 * storefront is one shop or account, and at most became another one.
 */
const findOwners = async (transaction: SqlTransaction, storefront: string): Promise<Owners> => {
  const idAt = (order: 'asc' | 'desc'): RawBuilder<unknown> => sql`(
    select entry.id from entry join run on run.number = entry.run
    where run.account = names.account and entry.storefront = names.storefront and entry.id like '%:%:%'
    order by entry.source_id ${sql.raw(order)} limit 1)`;
  const { rows } = await sql<{ account: string; storefront: string; first: string | null; last: string | null }>`
    select names.account, names.storefront, ${idAt('asc')} as first, ${idAt('desc')} as last
    from storefront_account own join storefront_account names on names.account = own.account
    where own.storefront = ${storefront}`.execute(transaction);
  const known = rows.map(({ storefront: name, first, last }) => ({ name, prefixes: idPrefixesOf([first, last]) }));
  const prefixes = known.find(({ name }) => name === storefront)?.prefixes ?? [];
  const others = known.filter((one) => one.name !== storefront && one.prefixes.some((each) => prefixes.includes(each)));
  return { storefront, account: rows[0]?.account ?? null, others: others.map(({ name }) => name), prefixes };
};

const beginsWithAny = (column: string, prefixes: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    prefixes.map((prefix) => sql`${sql.ref(column)} like ${`${prefix.replaceAll(/[%_\\]/g, '\\$&')}%`} escape '\\'`),
    sql` or `,
  );

/** Of another storefront only what has an id of this shop: it may hold sales of others, too. */
const isOf =
  ({ storefront, others, prefixes }: Owners) =>
  (table: ErasedTable | 'resolution'): RawBuilder<unknown> => {
    const own = sql`${sql.ref(`${table}.storefront`)}`;
    return others.length === 0
      ? sql`${own} = ${storefront}`
      : sql`${own} in (${sql.join([storefront, ...others])}) and (${own} = ${storefront} or ${beginsWithAny(`${table}.id`, prefixes)})`;
  };

/** What follows the id of a record in that of a transaction, of a difference, of a change. */
const idSuffixes = ['', ':%', '/%'];

const recordScope = (owners: Owners, recordIds: readonly string[]): Scope => ({
  recordIds,
  rows: (table) => sql`${isOf(owners)(table)} and ${sql.ref(`${table}.source_id`)} in (${sql.join(recordIds)})`,
  notes: sql.join(
    recordIds.flatMap((recordId) => idSuffixes.map((end) => sql`resolution.id like ${`%:%:${recordId}${end}`}`)),
    sql` or `,
  ),
});

const storefrontScope = (owners: Owners): Scope => ({ recordIds: null, rows: isOf(owners), notes: sql`1 = 1` });

const countAffected = async (transaction: SqlTransaction, scope: Scope): Promise<number> => {
  const { rows } = await sql`
    select source_id from entry where ${scope.rows('entry')} and (name <> source_id or message is not null or zip is not null)
    union select entry.source_id from entry join movement on movement.run = entry.run and movement.place = entry.place
      where ${scope.rows('entry')} and movement.message <> ''
    union select source_id from sending where ${scope.rows('sending')}
      and (name <> id or exists (
        select 1 from sending_body where sending_body.account = sending.account and sending_body.id = sending.id))
    union select source_id from audit where ${scope.rows('audit')} and (name <> id or body is not null)`.execute(
    transaction,
  );
  return rows.length;
};

const eraseScope = async (
  { engine }: SqlDatabase,
  transaction: SqlTransaction,
  owners: Owners,
  scope: Scope,
): Promise<number> => {
  // First, as it waits for pages that commit now: what they write is then erased as well.
  if (engine.supportsRowLocks)
    await sql`
      select count(*) from (select 1 from sending where ${scope.rows('sending')} order by account, id for update) as locked
      `.execute(transaction);
  const count = await countAffected(transaction, scope);
  // Before the names go by which some are found.
  await eraseListed(engine, transaction, owners, scope);
  await sql`update sending set name = id where ${scope.rows('sending')}`.execute(transaction);
  // A note is a person's own text about one of these.
  await sql`
    update resolution set note = '', resolved_by = '' where ${isOf(owners)('resolution')} and (${scope.notes} or exists (
      select 1 from entry where ${scope.rows('entry')} and (resolution.id = entry.id or resolution.id like entry.id || '/%')))
    `.execute(transaction);
  await sql`update decision set note = '', decided_by = '' where ${scope.rows('decision')}`.execute(transaction);
  await sql`
    update movement set message = '' where exists (
      select 1 from entry where entry.run = movement.run and entry.place = movement.place and ${scope.rows('entry')})
    `.execute(transaction);
  await sql`update entry set name = source_id, message = null, zip = null where ${scope.rows('entry')}`.execute(
    transaction,
  );
  await sql`
    delete from sending_body where (account, id) in (select account, id from sending where ${scope.rows('sending')})`.execute(
    transaction,
  );
  // Digest, amounts, state and times stay: they prove what was sent without the person.
  await sql`
    update audit set name = id, body = null, message = null, decided_by = case when decided_by is null then null else '' end
    where ${scope.rows('audit')}`.execute(transaction);
  return count;
};

/** A page of the service's list that was read before waits, or it would bring back what it saw. */
const findAndLockOwners = async (
  { engine }: SqlDatabase,
  transaction: SqlTransaction,
  storefront: string,
): Promise<Owners> => {
  const owners = await findOwners(transaction, storefront);
  if (owners.account !== null) await engine.lock(transaction, `presence ${owners.account}`);
  return owners;
};

type EraseStep = (transaction: SqlTransaction) => Promise<number>;

/** Records of one transaction: few enough that a delivery that comes in between does not wait for long. */
const recordsPerTransaction = 512;

/**
 * Each step is a transaction. The erased bytes leave the files with `purge`, or at the latest when the database is
 * closed.
 */
const eraseInSteps =
  (database: SqlDatabase, steps: readonly EraseStep[]): ReturnType<Inbox['eraseStorefront']> =>
  async () => {
    let count = 0;
    for (const eraseStep of steps) {
      const erased = await writeTo(database, eraseStep)();
      if (E.isLeft(erased)) return erased;
      count += erased.right;
      await database.engine.afterBodiesDeleted();
      await nextEventLoopTurn();
    }
    return E.right(count);
  };

const eraseRecordChunks = async (
  database: SqlDatabase,
  transaction: SqlTransaction,
  storefront: string,
  recordIds: readonly string[],
): Promise<number> => {
  const owners = await findAndLockOwners(database, transaction, storefront);
  let count = 0;
  for (const chunk of toChunks(recordIds))
    count += await eraseScope(database, transaction, owners, recordScope(owners, chunk));
  return count;
};

export const sqlErasure = (database: SqlDatabase): Pick<Inbox, 'eraseRecords' | 'eraseStorefront' | 'purge'> => ({
  eraseRecords: (storefront, recordIds) =>
    eraseInSteps(
      database,
      toSlices([...new Set(recordIds)], recordsPerTransaction).map(
        (slice) => (transaction) => eraseRecordChunks(database, transaction, storefront, slice),
      ),
    ),

  eraseStorefront: (storefront) =>
    eraseInSteps(database, [
      async (transaction) => {
        const owners = await findAndLockOwners(database, transaction, storefront);
        const count = await eraseScope(database, transaction, owners, storefrontScope(owners));
        for (const table of ['bell', 'delivery', 'catch_up'] as const) {
          await transaction.deleteFrom(table).where('storefront', '=', storefront).execute();
        }
        return count;
      },
    ]),

  purge: () => database.engine.purge(),
});
