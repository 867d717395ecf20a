import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { Kysely, sql } from 'kysely';
import type { BookWithInbox } from '../../core/inbox.ts';
import type { BookError } from '../../core/record-book.ts';
import { migrate } from '../migrate.ts';
import { lane } from '../sql/lane.ts';
import type { BookTables } from '../schema.ts';
import type { SqlBook } from '../sql/sql-book.ts';
import type { SqlEngine } from '../sql-engine.ts';
import { sqlInbox } from '../sql-inbox.ts';
import { sqlRecordBook } from '../sql-record-book.ts';
import { postgresDialect } from './dialect.ts';
import { jobDesk } from './jobs/job-desk.ts';
import { lock } from './lock.ts';
import type { PgPool } from './pg-driver.ts';
import { postgresStatements } from './statements.ts';
import { isCollision, postgresError, toBookError } from './to-book-error.ts';

const engineOf = (schema: string): SqlEngine => ({
  ...postgresStatements,
  text: sql`text collate "C"`,
  clusteredTable: '',
  migrationTable: sql`
    select tablename from pg_tables where schemaname = ${schema} and tablename = 'kysely_migration'`,
  makeRoom: async (transaction) => {
    // Whoever may not create schemas may use one that is there.
    const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(transaction);
    if (rows.length === 0) await transaction.schema.createSchema(schema).execute();
  },
  lock: lock(schema),
  takesRows: true,
  isCollision,
  toBookError,
  // The bytes of what was deleted are the server's affair: VACUUM reuses them.
  afterBodiesDropped: () => Promise.resolve(),
  afterRun: () => Promise.resolve(),
  purge: () => Promise.resolve(E.right(true)),
});

/** Who cannot even get in needs no patience: what is wrong stays wrong until somebody acts. */
const opening = (error: BookError): BookError =>
  error.problem === 'busy' ? { ...error, problem: 'cannot open' } : error;

/**
 * The record book over a pool of connections, which is the book's own: the book closes it, also when it cannot be used. All
 * tables are in one schema. Another pool is opened for a worker.
 */
export const bookOver =
  (openPool: () => E.Either<BookError, PgPool>, schema: string): TE.TaskEither<BookError, BookWithInbox> =>
  async () => {
    const pool = openPool();
    if (E.isLeft(pool)) return pool;
    const book: SqlBook = {
      db: new Kysely<BookTables>({ dialect: postgresDialect(pool.right, schema) }),
      engine: engineOf(schema),
    };
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (!isOpen) return;
      isOpen = false;
      await book.db.destroy();
    };
    const migrated = await migrate(book);
    if (E.isLeft(migrated)) {
      await close();
      return E.left(opening(migrated.left));
    }
    return E.right({
      ...sqlRecordBook(book),
      inbox: sqlInbox(book),
      lane: lane(book),
      jobs: jobDesk({ book, schema, openPool }),
      close: TE.tryCatch(close, () => postgresError('closed')),
    });
  };
