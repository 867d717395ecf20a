import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import { secret } from '../../src/domain/secret.ts';
import { postgresStore } from '../../src/store/postgres/postgres-store.ts';
import { loadSqliteDriver } from '../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { aPostgres } from './a-postgres.ts';
import { right } from './right.ts';

/** A place for a sync database that several handles open, as several processes do. */
interface PlaceOfStore {
  readonly open: () => Promise<SyncDatabase>;
  /** Runs a statement beside the store. */
  readonly run: (statement: string) => Promise<void>;
  /** How many rows a table has. */
  readonly count: (table: string) => Promise<number>;
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
    const run = (statement: string): Promise<void> => {
      const database = new DatabaseSync(path);
      database.exec(statement);
      database.close();
      return Promise.resolve();
    };
    const count = (table: string): Promise<number> => {
      const database = new DatabaseSync(path);
      const rows = database.prepare(`select 1 from ${table}`).all();
      database.close();
      return Promise.resolve(rows.length);
    };
    return { open: async () => right(await sqliteStore(path)()), run, count };
  };
  const inPostgres: NewPlace = async () => {
    const url = await postgres().newDatabase();
    const run = async (statement: string): Promise<void> => {
      await postgres().ask(url, `set search_path to tax_nexus; ${statement}`);
    };
    const count = async (table: string): Promise<number> =>
      (await postgres().ask(url, `select 1 from tax_nexus.${table}`)).length;
    return { open: async () => right(await postgresStore(secret(url))()), run, count };
  };
  return [
    ['SQLite', inFile],
    ['PostgreSQL', inPostgres],
  ];
};
