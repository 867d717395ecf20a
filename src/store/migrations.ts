/** The list of all changes to the tables, so that a database of any earlier version can be upgraded. */
import { tables, type TableSyntax } from './tables.ts';

/** Fills or changes the rows of a table, in short transactions. */
export interface RowMigration {
  readonly kind: 'rows';
  readonly table: string;
  /** The columns of the table's primary key, in their order. */
  readonly key: readonly string[];
  /**
   * An `update … where …` or `delete … where …`, to which the keys of a batch are added. It must skip rows that are done already:
   * after a kill it starts again at the first row.
   */
  readonly statement: string;
}

/** Makes an index while other processes write: on PostgreSQL `concurrently`. */
export interface IndexMigration {
  readonly kind: 'index';
  readonly name: string;
  readonly table: string;
  /** What follows the name of the table: `(account, day)`, with `where` if it is partial. */
  readonly on: string;
}

/** A step that is done once. Only `statements` runs in one transaction, so it must be quick on a large table. */
export type Migration =
  | { readonly kind: 'statements'; readonly statements: (syntax: TableSyntax) => readonly string[] }
  | RowMigration
  | IndexMigration;

/** By name; they run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Until 0.1.0 is published, `0001` itself is changed. A published migration stays as it is: a new one follows it, as
 * docs/how-to-change.md explains ("The database").
 */
export const migrations: Migrations = {
  '0001-first-version': { kind: 'statements', statements: tables },
};
