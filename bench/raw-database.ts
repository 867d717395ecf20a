import pg from 'pg';
import { secret } from '../src/domain/secret.ts';
import type { SyncDatabase } from '../src/domain/inbox.ts';
import { postgresStore } from '../src/store/postgres/postgres-store.ts';
import { loadSqliteDriver } from '../src/store/sqlite/driver.ts';
import { sqliteStore } from '../src/store/sqlite/sqlite-store.ts';
import { right } from './right.ts';

/** A sync database as one who fills it for a benchmark sees it: bare statements, all in one transaction. */
export interface RawDatabase {
  readonly isFile: boolean;
  /** Parameters are written `?`. */
  readonly run: (text: string, ...values: readonly (string | number | null)[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

const filePrefix = 'sqlite:';

/** @param state as the option `state` takes it */
export const openStore = async (state: string): Promise<SyncDatabase> => {
  const isFile = state.startsWith(filePrefix);
  return right(await (isFile ? sqliteStore(state.slice(filePrefix.length)) : postgresStore(secret(state)))());
};

/** Opens a database whose tables exist. */
export const rawDatabase = async (state: string): Promise<RawDatabase> => {
  if (state.startsWith(filePrefix)) {
    const database = new (right(await loadSqliteDriver()).DatabaseSync)(state.slice(filePrefix.length));
    database.exec('pragma synchronous = off; begin');
    const statements = new Map<string, ReturnType<typeof database.prepare>>();
    return {
      isFile: true,
      run: (text, ...values) => {
        const statement = statements.get(text) ?? database.prepare(text);
        statements.set(text, statement);
        statement.all(...values);
        return Promise.resolve();
      },
      close: () => {
        statements.clear();
        database.exec('commit');
        database.close();
        return Promise.resolve();
      },
    };
  }
  const client = new pg.Client({ connectionString: state });
  await client.connect();
  await client.query('begin; set local search_path to tax_nexus');
  return {
    isFile: false,
    run: async (text, ...values) => {
      let position = 0;
      await client.query({ text: text.replaceAll('?', () => `$${++position}`), values: [...values] });
    },
    close: async () => {
      await client.query('commit');
      await client.end();
    },
  };
};
