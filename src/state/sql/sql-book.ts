import type { Kysely } from 'kysely';
import type { BookTables } from '../schema.ts';
import type { SqlEngine } from '../sql-engine.ts';

/** What every part of the book works with. */
export interface SqlBook {
  readonly db: Kysely<BookTables>;
  readonly engine: SqlEngine;
}
