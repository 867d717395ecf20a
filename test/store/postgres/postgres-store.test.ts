import type * as TE from 'fp-ts/lib/TaskEither.js';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import pg from 'pg';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { StoreError } from '../../../src/domain/sync-store.ts';
import { secret } from '../../../src/domain/secret.ts';
import { postgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { describeAccounts } from '../../contracts/accounts.ts';
import { describeInbox } from '../../contracts/inbox.ts';
import { describeStore } from '../../contracts/sync-store.ts';
import { describeSharedStore } from '../../contracts/shared-store.ts';
import { aPostgres } from '../../support/a-postgres.ts';

let client: pg.Client | undefined;
// Before the server ends.
afterAll(() => client?.end());

const postgres = aPostgres();
let database = '';
let schemas = 0;
/** Their stores are closed. */
const unused: string[] = [];

beforeAll(async () => {
  database = await postgres().newDatabase();
});

const addressOf = (schema: string): string => `${database}?schema=${schema}`;
const openAt = (address: string): TE.TaskEither<StoreError, SyncDatabase> => postgresStore(secret(address));
/** A separate schema is a separate sync database. */
const newSchema = (): string => `book_${++schemas}`;

beforeAll(async () => {
  client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('set session_replication_role = replica');
});

/**
 * Empty again but for the list of migrations: a quarter of the work of making the tables. A truncation makes new files for each
 * table and index, which is more work than to delete a few rows.
 */
const empty = async (schema: string): Promise<void> => {
  const tables = await client?.query<{ readonly deletions: string }>(
    `select string_agg(format('delete from %I.%I', schemaname, tablename), '; ') as deletions
     from pg_tables where schemaname = $1 and tablename not like 'kysely%'`,
    [schema],
  );
  await client?.query(tables?.rows[0]?.deletions ?? '');
};

const inUse: string[] = [];
// After what closes the stores of the test.
afterEach(() => {
  unused.push(...inUse.splice(0));
});

const open: TE.TaskEither<StoreError, SyncDatabase> = async () => {
  const used = unused.pop();
  if (used !== undefined) await empty(used);
  const schema = used ?? newSchema();
  inUse.push(schema);
  return openAt(addressOf(schema))();
};

describeStore('in PostgreSQL', () => open);
describeInbox('in PostgreSQL', () => open);
// Two databases are compared, rows in the order in which PostgreSQL keeps them: statistics of earlier rows may change it.
describeAccounts('in PostgreSQL', () => openAt(addressOf(newSchema())));
describeSharedStore('in a PostgreSQL database that is shared', () => {
  const address = addressOf(newSchema());
  return () => openAt(address);
});
