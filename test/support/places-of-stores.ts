import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import type { StoreResult } from '../../src/domain/sync-store.ts';
import type { MigrateOptions } from '../../src/store/migrate.ts';
import { secret } from '../../src/domain/secret.ts';
import { postgresStore } from '../../src/store/postgres/postgres-store.ts';
import { loadSqliteDriver } from '../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { storeOverSqlite } from '../../src/store/sqlite/store-over-sqlite.ts';
import { aPostgres } from './a-postgres.ts';
import { right } from './right.ts';

/** A place for a sync database that several handles open, as several processes do. */
interface PlaceOfStore {
  readonly open: () => Promise<SyncDatabase>;
  /** Opens it as another version does; Left where that version refuses it. */
  readonly openWith: (options: MigrateOptions) => StoreResult<SyncDatabase>;
  /** Runs a statement on a separate connection, and gives its rows. */
  readonly run: (statement: string) => Promise<readonly unknown[]>;
}

type NewPlace = (name: string) => Promise<PlaceOfStore>;

/** For `describe.each`: a file of SQLite, and a database of PostgreSQL. */
export const placesOfStores = (): readonly (readonly [database: string, newPlace: NewPlace])[] => {
  const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-stores-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = aPostgres();
  const inFile: NewPlace = async (name) => {
    const { DatabaseSync } = right(await loadSqliteDriver());
    const path = join(folder, `${name}.db`);
    const openWith = (options: MigrateOptions): StoreResult<SyncDatabase> =>
      storeOverSqlite(new DatabaseSync(path), path, undefined, undefined, options)();
    const run = (statement: string): Promise<readonly unknown[]> => {
      const database = new DatabaseSync(path);
      const rows = database.prepare(statement).all();
      database.close();
      return Promise.resolve(rows);
    };
    return { open: async () => right(await sqliteStore(path)()), openWith, run };
  };
  const inPostgres: NewPlace = async () => {
    const url = await postgres().newDatabase();
    const address = `${url}?options=${encodeURIComponent('-c search_path=tax_nexus')}`;
    const run = (statement: string): Promise<readonly unknown[]> => postgres().ask(address, statement);
    const openWith = (options: MigrateOptions): StoreResult<SyncDatabase> => postgresStore(secret(url), options)();
    return { open: async () => right(await postgresStore(secret(url))()), openWith, run };
  };
  return [
    ['SQLite', inFile],
    ['PostgreSQL', inPostgres],
  ];
};
