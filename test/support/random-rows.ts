/** Fills every table of a sync database in SQLite with random rows, whatever tables there are, and shows all rows of all tables. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { right } from './right.ts';
import { randomOf } from './size.ts';
import { loadSqliteDriver } from '../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { SqliteDatabase } from '../../src/store/sqlite/driver.ts';

type Cell = string | bigint | null;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

interface Reference {
  readonly from: string;
  readonly table: string;
  readonly to: string;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The driver for Node 20 keeps the locks of closed files until their statements are collected. */
export const letGoOfFiles = async (): Promise<void> => {
  collect();
  await new Promise((resolve) => setImmediate(resolve));
};

const opened = async <A>(path: string, work: (database: SqliteDatabase) => A): Promise<A> => {
  const { DatabaseSync } = right(await loadSqliteDriver());
  const database = new DatabaseSync(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
};

const tablesOf = (database: SqliteDatabase): readonly string[] =>
  database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by rowid")
    .all()
    .map((row) => (row as { readonly name: string }).name);

const parts = ['', 'a', 'É', '日本', '🧾', "'", '"', '\\', '{"n": 1}', '%', ' ', '\n', 'NULL', '0012', '1e3'];

/** Texts and numbers at the ends of what a column holds. */
const cellOf = (next: () => number, { name, type: declared, notnull, pk }: Column, row: number): Cell => {
  const type = declared.toLowerCase();
  const pick = <A>(choices: readonly A[]): A => choices[Math.floor(next() * choices.length)] as A;
  if (notnull === 0 && pk === 0 && next() < 0.3) return null;
  // A key is different in each row.
  if (type === 'integer') return pk > 0 ? BigInt(row + 1) : pick([0n, 1n, 7n, 2_147_483_647n]);
  // A lease of the future would mean that a process works.
  if (type === 'bigint' && name.endsWith('until')) return 0n;
  if (type === 'bigint')
    return pk > 0 ? BigInt(row + 1) : pick([0n, 1n, -25n, 4_503_599_627_370_497n, 9_007_199_254_740_993n]);
  if (type === 'numeric') return pick([0n, -1n, 922_337_203_685_477n]);
  return `${pick(parts)}${pick(parts)}${row}`;
};

/** Creates the file with so many rows in each table. A row that refers to another one refers to an existing one. */
export const fillWithRandomRows = async (path: string, seed: number, rowsPerTable: number): Promise<void> => {
  right(await right(await sqliteStore(path)()).close());
  const { next } = randomOf(seed);
  await opened(path, (database) => {
    database.exec('begin');
    for (const table of tablesOf(database)) {
      if (table === 'kysely_migration') continue;
      const columns = database.prepare(`pragma table_info(${table})`).all() as readonly Column[];
      const references = database.prepare(`pragma foreign_key_list(${table})`).all() as readonly Reference[];
      const names = columns.map(({ name }) => name);
      const insert = database.prepare(
        `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      );
      for (let row = 0; row < rowsPerTable; row += 1)
        insert.all(
          ...columns.map((column) =>
            references.some(({ from }) => from === column.name) ? BigInt(row + 1) : cellOf(next, column, row),
          ),
        );
    }
    database.exec('commit');
  });
};

/** All rows of all tables, in the order of their texts. */
export const allRows = (path: string): Promise<Readonly<Record<string, readonly string[]>>> =>
  opened(path, (database) =>
    Object.fromEntries(
      tablesOf(database).map((table) => {
        const columns = database.prepare(`pragma table_info(${table})`).all() as readonly Column[];
        const cells = columns.map(({ name }) => `quote("${name}")`).join(` || ' ' || `);
        const rows = database.prepare(`select ${cells} as row from ${table} order by 1`).all();
        return [table, rows.map((row) => (row as { readonly row: string }).row)];
      }),
    ),
  );
