import * as E from 'fp-ts/lib/Either.js';
import type { JobDesk } from '../../../core/job-desk.ts';
import type { BookError } from '../../../core/record-book.ts';
import { reading, writing } from '../../sql/in-transaction.ts';
import { commitPageWith } from '../../sql/pages.ts';
import { openRunWith } from '../../sql/runs.ts';
import type { SqlBook } from '../../sql/sql-book.ts';
import type { PgPool } from '../pg-driver.ts';
import { addJobs } from './add-jobs.ts';
import type { GraphileWorker } from './graphile-worker.ts';
import { hasJobs } from './has-jobs.ts';
import { loadGraphileWorker } from './load-graphile-worker.ts';
import { runJobs } from './run-jobs.ts';

export interface JobDeskPorts {
  readonly book: SqlBook;
  /** The schema of the book's tables; the jobs are in one beside it. */
  readonly schema: string;
  /** A pool of a queue's own. */
  readonly openPool: () => E.Either<BookError, PgPool>;
}

/** A host may run a graphile-worker of its own in the same database: ours has another schema. */
const workerSchemaOf = (schema: string): string => `${schema}_worker`;

const silentLogger = ({ Logger }: GraphileWorker): unknown => new Logger(() => () => undefined);

/** Loads the queue and brings its tables up to date, once; a failure is tried again at the next use. */
const preparing = ({ book, schema, openPool }: JobDeskPorts): (() => Promise<E.Either<BookError, GraphileWorker>>) => {
  const prepare = async (): Promise<E.Either<BookError, GraphileWorker>> => {
    const graphile = await loadGraphileWorker();
    if (E.isLeft(graphile)) return graphile;
    const pool = openPool();
    if (E.isLeft(pool)) return pool;
    const migrated = await writing(book, async (transaction) => {
      // Of several processes that start at once, one makes the tables.
      await book.engine.lock(transaction, ['jobs']);
      const logger = silentLogger(graphile.right);
      await graphile.right.runMigrations({ pgPool: pool.right, schema: workerSchemaOf(schema), logger });
      return E.right(graphile.right);
    })();
    await pool.right.end();
    return migrated;
  };
  let prepared: Promise<E.Either<BookError, GraphileWorker>> | null = null;
  return async () => {
    const graphile = await (prepared ??= prepare());
    if (E.isLeft(graphile)) prepared = null;
    return graphile;
  };
};

/** Jobs on graphile-worker, in the database of the record book. */
export const jobDesk = (ports: JobDeskPorts): JobDesk => {
  const { book, openPool } = ports;
  const schema = workerSchemaOf(ports.schema);
  const prepare = preparing(ports);
  const open = openRunWith(book);
  const commit = commitPageWith(book);
  return {
    ready: async () => E.map(() => undefined)(await prepare()),
    has: (keys) => async () => {
      const ready = await prepare();
      return E.isLeft(ready) ? ready : reading(book, (transaction) => hasJobs(transaction, schema, keys))();
    },
    add: (jobs) => async () => {
      const ready = await prepare();
      if (E.isLeft(ready)) return ready;
      return writing(book, async (transaction) => E.right(await addJobs(transaction, schema, jobs)))();
    },
    openRun: (request, fresh, then) => async () => {
      const ready = await prepare();
      if (E.isLeft(ready)) return ready;
      return open(request, fresh, (transaction, run) => addJobs(transaction, schema, then(run)))();
    },
    commitPage: (page, at, then, hold) => async () => {
      const ready = await prepare();
      if (E.isLeft(ready)) return ready;
      return commit(page, at, hold, (transaction) => addJobs(transaction, schema, then))();
    },
    work: (work) => async () => {
      const graphile = await prepare();
      if (E.isLeft(graphile)) return graphile;
      const pool = openPool();
      return E.isLeft(pool) ? pool : runJobs({ graphile: graphile.right, book, pool: pool.right, schema }, work);
    },
  };
};
