import type { ColumnDataType, CompiledQuery, Expression, Kysely, RawBuilder } from 'kysely';
import type * as E from 'fp-ts/lib/Either.js';
import type { BookError } from '../core/record-book.ts';
import type { Insertion } from './insertion.ts';
import type { BookTables } from './schema.ts';

/** The values of one row, in the order of the columns. */
export type Cells = readonly unknown[];

/** Keys of a list: all of them texts, or all of them whole numbers. */
export type Keys = readonly (string | number)[];

/** In what two SQL databases differ. Everything else about the record book is written once. */
export interface SqlEngine {
  /** What a column of texts is. They are compared byte by byte everywhere, whatever the database's own language is. */
  readonly text: ColumnDataType | Expression<unknown>;
  /** What ends a `create table` whose rows shall lie in the order of their key; empty where the database cannot. */
  readonly clusteredTable: string;
  /** The few statements that insert many rows. Its texts are made once. */
  readonly insertion: <Row>(insertion: Insertion<Row>) => (rows: readonly Cells[]) => readonly CompiledQuery[];
  /**
   * The few statements over many keys, from the text before the list (`… where id in (`) and the text after it. The text may
   * name `?` for parameters that come before the list.
   */
  readonly listing: (before: string, after: string) => (keys: Keys, first: Keys) => readonly CompiledQuery[];
  /** One row when there is a table of migrations, none in a new database. */
  readonly migrationTable: RawBuilder<unknown>;
  /** Told before the first migration. */
  readonly makeRoom: (transaction: Kysely<BookTables>) => Promise<void>;
  /**
   * Lets no other transaction pass that names one of these, until this one is over. For work that first looks and then
   * writes what it has seen. To be asked at most once in a transaction, and before it looks.
   */
  readonly lock: (transaction: Kysely<BookTables>, names: readonly string[]) => Promise<void>;
  /** Whether rows can be kept from other transactions that want to take some, too (`for update skip locked`). */
  readonly takesRows: boolean;
  /** Whether the database took a transaction back because of others at work, so that it may be tried again at once. */
  readonly isCollision: (error: unknown) => boolean;
  /** What a failure of the driver means for the person who must act. Never carries values. */
  readonly toBookError: (error: unknown) => BookError;
  /** Told after a commit that dropped bodies, so that in the end their bytes leave the files, too. Never rejects. */
  readonly afterBodiesDropped: () => Promise<void>;
  /** Told after a run was closed: now is the time to tidy up. Never rejects. */
  readonly afterRun: () => Promise<void>;
  /**
   * Takes the bytes of what was erased out of the files. False while another process keeps that from being done. Never rejects.
   */
  readonly purge: () => Promise<E.Either<BookError, boolean>>;
}
