/** Brings the tables of the sync database up to date when it is opened, even while other processes use it. */
import * as E from 'fp-ts/lib/Either.js';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PendingMigration } from '../domain/pending-migration.ts';
import type { StoreError, StoreResult } from '../domain/sync-store.ts';
import { type Migration, migrations, type Migrations } from './migrations.ts';
import { describeRows, migrateRows, noteMigration } from './migrate-rows.ts';
import {
  inReadTransaction,
  inWriteTransaction,
  type SqlDatabase,
  type SqlTransaction,
  writeTo,
} from './sql/database.ts';
import { attempt } from '../domain/attempt.ts';

/** What tests replace. */
export interface MigrateOptions {
  readonly all: Migrations;
  /** Waits for a number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

export const defaultOptions: MigrateOptions = { all: migrations, pause: sleep };

/** The steps that are still to be run, in order. Changes nothing. Left in the same case as `migrate`. */
export const pendingMigrations = async (
  database: SqlDatabase,
  { all }: Pick<MigrateOptions, 'all'> = defaultOptions,
): StoreResult<readonly PendingMigration[]> => {
  const state = await stateOf(database, all);
  if (E.isLeft(state)) return state;
  return E.right(
    Object.entries(all)
      .filter(([name]) => state.right.pending.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, migration]) => ({ name, statements: statementsOf(database, migration) })),
  );
};

/** Milliseconds between two attempts, and between two checks whether another process has finished. */
const pollMs = 1_000;

/**
 * Long steps run in short transactions, by one process at a time, and the next process continues where a killed one stopped.
 * Left, with nothing changed, if a newer program has already changed the tables.
 */
export const migrate = (database: SqlDatabase, options: MigrateOptions = defaultOptions): StoreResult<void> =>
  attempt(async (take) => {
    for (;;) {
      const state = await take(stateOf(database, options.all));
      const [next] = state.pending;
      if (next === undefined) return;
      const step = (): StoreResult<void> => runStep(database, options, next);
      const isQuick = options.all[next]?.kind === 'statements';
      const work = (): StoreResult<void> => whileBusy(state, options, step);
      const done = await take(isQuick ? E.map(() => true)(await work()) : database.engine.exclusively(database, work));
      if (!done) await options.pause(pollMs);
    }
  });

interface MigrationState {
  readonly isNew: boolean;
  readonly pending: readonly string[];
}

const stateOf = (database: SqlDatabase, all: Migrations): StoreResult<MigrationState> =>
  inReadTransaction(database, (transaction) => readMigrationState(database, transaction, all))();

/** Left when a newer program has changed the database. */
const readMigrationState = async (
  { engine }: SqlDatabase,
  transaction: SqlTransaction,
  all: Migrations,
): StoreResult<MigrationState> => {
  const known = Object.keys(all).sort();
  const table = await engine.migrationTable.execute(transaction);
  if (table.rows.length === 0) return E.right({ isNew: true, pending: known });
  const { rows } = await sql<{ readonly name: string }>`select name from kysely_migration order by name`.execute(
    transaction,
  );
  const applied = rows.map(({ name }) => name);
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown !== undefined) return E.left(newerVersionError(unknown));
  return E.right({ isNew: applied.length === 0, pending: known.filter((name) => !applied.includes(name)) });
};

const newerVersionError = (name: string): StoreError => ({
  _tag: 'StoreError',
  problem: 'newer version',
  message:
    `The sync database was written by a newer version of tax-nexus-sync (it has "${name}"). Install that version or a ` +
    'later one; this one would not understand what it reads, and has changed nothing.',
});

const statementsOf = ({ engine }: SqlDatabase, migration: Migration): readonly string[] => {
  switch (migration.kind) {
    case 'statements':
      return migration.statements(engine.tableSyntax);
    case 'rows':
      return [describeRows(migration)];
    case 'index':
      return [engine.indexStatement(migration)];
  }
};

const runStep = async (database: SqlDatabase, { all, pause }: MigrateOptions, name: string): StoreResult<void> => {
  const migration = all[name];
  switch (migration?.kind) {
    case 'rows':
      return migrateRows(database, { ...migration, name, pause });
    case 'index': {
      const built = await database.engine.buildIndex(database, migration);
      return E.isLeft(built) ? built : writeTo(database, (transaction) => noteMigration(transaction, name))();
    }
    case 'statements':
    case undefined:
      return runStatements(database, all);
  }
};

/**
 * Runs the quick steps up to the first long one, in one transaction: if two processes start at once, the second finds the steps
 * done.
 */
const runStatements = (database: SqlDatabase, all: Migrations): StoreResult<void> =>
  inWriteTransaction(database, async (transaction): StoreResult<void> => {
    const { engine } = database;
    await engine.lock(transaction, 'migrations');
    const state = await readMigrationState(database, transaction, all);
    if (E.isLeft(state)) return state;
    await engine.prepareMigration(transaction, state.right.isNew);
    await sql`
      create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)
      `.execute(transaction);
    for (const name of state.right.pending) {
      const migration = all[name];
      if (migration?.kind !== 'statements') break;
      for (const statement of statementsOf(database, migration)) await sql.raw(statement).execute(transaction);
      await noteMigration(transaction, name);
    }
    return E.right(undefined);
  })();

/** Attempts at one step while other processes keep the database busy. */
const maxAttempts = 20;

const whileBusy = async (
  { isNew }: MigrationState,
  { pause }: MigrateOptions,
  attempt: () => StoreResult<void>,
): StoreResult<void> => {
  for (let attempts = 1; ; attempts += 1) {
    const done = await attempt();
    if (E.isRight(done) || done.left.problem !== 'busy' || isNew || attempts === maxAttempts) return done;
    await pause(pollMs);
  }
};
