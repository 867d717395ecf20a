import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { secret } from '../../src/domain/secret.ts';
import type { JobWorker, NewJob } from '../../src/domain/job-queue.ts';
import { pageJob, requestsJob, scheduleJob } from '../../src/live/jobs/new-jobs.ts';
import { postgresStore } from '../../src/store/postgres/postgres-store.ts';
import { type Postgres, startPostgres } from '../../test/support/start-postgres.ts';
import { right } from '../right.ts';
import type { Row } from '../row.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Workers, each with so many slots. */
const [workerCount, slots] = [2, 4];

/** Every 15 minutes, as the configuration has it. */
const catchUpInterval = 15 * 60;

/** The jobs of one minute in which everything is due: a catch-up, webhooks and a page of history for each storefront. */
const jobsOf = (storefronts: number): readonly NewJob[] =>
  Array.from({ length: storefronts }, (_, number) => `shop-${number}`).flatMap((name) => [
    scheduleJob(name),
    requestsJob(name),
    pageJob(`run-${name}`, name),
  ]);

interface Measured {
  readonly perSecond: number;
  /** Bytes of the log of PostgreSQL. */
  readonly walPerJob: number;
  readonly addMs: number;
}

const walOf = async (postgres: Postgres, database: string): Promise<number> => {
  const [row] = await postgres.ask(database, "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes");
  return Number(Object.values(row ?? {})[0]);
};

/** The queue alone: jobs that do nothing, for so many seconds at most. */
const measure = async (postgres: Postgres, storefronts: number, seconds: number): Promise<Measured> => {
  const database = await postgres.newDatabase();
  const store = right(await postgresStore(secret(database))());
  const { jobs } = store;
  if (jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
  const due = jobsOf(storefronts);
  const beganAdding = performance.now();
  right(await jobs.addJobs(due)());
  const addMs = performance.now() - beganAdding;
  let done = 0;
  const task = (): Promise<E.Either<never, void>> => {
    done += 1;
    return Promise.resolve(E.right(undefined));
  };
  const tasks = Object.fromEntries(due.map((job) => [job.task, task]));
  const before = await walOf(postgres, database);
  const began = performance.now();
  const workers: JobWorker[] = [];
  for (let number = 0; number < workerCount; number += 1) {
    const options = { tasks, everyMinute: null, concurrency: slots, owner: `worker ${number}`, deadAfter: 30_000 };
    workers.push(right(await jobs.startWorker({ ...options, log: silent })()));
  }
  while (done < due.length && performance.now() - began < seconds * 1_000) await sleep(20);
  const took = performance.now() - began;
  const counted = done;
  const walPerJob = (await walOf(postgres, database)) - before;
  for (const worker of workers) await worker.stop();
  right(await store.close());
  return { perSecond: (counted * 1_000) / took, walPerJob: walPerJob / counted, addMs };
};

/** How many jobs a second the queue gives out while thousands of storefronts have work, and what each writes. */
export const compareManyStorefronts = async (sizes: readonly number[], seconds: number): Promise<readonly Row[]> => {
  const postgres = await startPostgres(true);
  try {
    const rows: Row[] = [];
    for (const storefronts of sizes) {
      const { perSecond, walPerJob, addMs } = await measure(postgres, storefronts, seconds);
      const needed = storefronts / catchUpInterval;
      rows.push({
        what: `    the job queue with ${storefronts} storefronts due`,
        ratio: `${(perSecond / needed).toFixed(1)} x`,
        goal: '>= 9 x',
        measured: `${perSecond.toFixed(0)} jobs/s, ${(walPerJob / 1_000).toFixed(1)} kB of WAL a job, ${addMs.toFixed(0)} ms to add them`,
        'compared with': `a catch-up of each every 15 minutes (${needed.toFixed(1)} jobs/s)`,
      });
    }
    return rows;
  } finally {
    await postgres.stop();
  }
};
