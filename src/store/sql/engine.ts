import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../../domain/sync-store.ts';
import type { StoreTables } from '../schema.ts';

/** The values of one row, in the order of the columns. */
type Cells = readonly unknown[];

/** Keys of a list: all of them texts, or all of them whole numbers. */
export type Keys = readonly (string | number)[];

/** The differences between SQLite and PostgreSQL. Everything else is written once. */
export interface SqlEngine {
  /** The type of a column of texts. They are compared byte by byte everywhere, whatever the database's own language is. */
  readonly text: string;
  /** What ends a `create table` whose rows shall lie in the order of their key; empty where the database cannot. */
  readonly clusteredTable: string;
  /** The few statements that insert many rows. Its texts are made once. */
  readonly insertStatements: <Row>(insertion: Insertion<Row>) => (rows: readonly Cells[]) => readonly CompiledQuery[];
  /**
   * The few statements over many keys, from the text before the list (`… where id in (`) and the text after it. The text may
   * name `?` for parameters that come before the list.
   */
  readonly listStatements: (before: string, after: string) => (keys: Keys, first: Keys) => readonly CompiledQuery[];
  /** One row when there is a table of migrations, none in a new database. */
  readonly migrationTable: RawBuilder<unknown>;
  /** Called before the first migration. */
  readonly prepareSchema: (transaction: Kysely<StoreTables>) => Promise<void>;
  /**
   * Lets no other transaction pass that names one of these, until this one is over. For work that first looks and then
   * writes what it has seen. To be asked at most once in a transaction, and before it looks.
   */
  readonly lock: (transaction: Kysely<StoreTables>, names: readonly string[]) => Promise<void>;
  /** Whether rows can be kept from other transactions that want to take some, too (`for update skip locked`). */
  readonly supportsRowLocks: boolean;
  /** Whether the database rolled a transaction back because of a concurrent one, so that it may be retried at once. */
  readonly isSerializationFailure: (error: unknown) => boolean;
  /** What a failure of the driver means for the person who must act. Never carries values. */
  readonly toStoreError: (error: unknown) => StoreError;
  /** Called after a commit that deleted bodies, so that their bytes are removed from the files, too. Never rejects. */
  readonly afterBodiesDeleted: () => Promise<void>;
  /** Called after a run was closed, to clean up. Never rejects. */
  readonly afterRun: () => Promise<void>;
  /**
   * Takes the bytes of what was erased out of the files. False while another process keeps that from being done. Never rejects.
   */
  readonly purge: () => Promise<E.Either<StoreError, boolean>>;
}

/** How rows of one table are inserted. */
export interface Insertion<Row> {
  readonly into: keyof StoreTables;
  readonly columns: readonly (keyof Row & string)[];
  /** What follows the values, such as `on conflict …` or `returning id`. */
  readonly tail?: string;
}

/** What every query module works with. */
export interface SqlDatabase {
  readonly db: Kysely<StoreTables>;
  readonly engine: SqlEngine;
}
