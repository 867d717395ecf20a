import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import pg from 'pg';
import type { JobQueue, JobTask, JobWorkerOptions, NewJob } from '../../../../src/domain/job-queue.ts';
import { secret } from '../../../../src/domain/secret.ts';
import { postgresStore } from '../../../../src/store/postgres/postgres-store.ts';
import { aBadWire } from '../../../support/a-bad-wire.ts';
import { eventually } from '../../../support/a-plugin.ts';
import { aPostgres } from '../../../support/a-postgres.ts';
import { silent } from '../../../support/a-sync.ts';
import { right } from '../../../support/right.ts';

const postgres = aPostgres(true);

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

const aJob = (name: string): NewJob => ({
  task: 'the task',
  payload: { name },
  key: name,
  priority: 0,
  delay: 0,
  isOneAtATime: false,
  waitsForTurnAt: null,
});

const workOn = async (
  jobs: JobQueue,
  task: JobTask,
  options: Partial<JobWorkerOptions> = {},
): Promise<() => Promise<void>> => {
  const worker = right(
    await jobs.startWorker({
      tasks: { 'the task': task },
      everyMinute: null,
      concurrency: 2,
      owner: 'the worker',
      deadAfter: 60_000,
      log: silent,
      ...options,
    })(),
  );
  return worker.stop;
};

const nameOf = (about: unknown): unknown =>
  typeof about === 'object' && about !== null ? Reflect.get(about, 'name') : 0;

/** What a task amounts to whose database is gone when it ends. */
const ends: readonly { readonly how: string; readonly end: E.Either<Error, void> }[] = [
  { how: 'is done', end: E.right(undefined) },
  { how: 'has failed', end: E.left(new Error('no database')) },
];

it('a worker that has started is found by other processes, however slow the database is', async () => {
  const url = await postgres().newDatabase();
  const store = right(await postgresStore(secret(url))());
  const { jobs } = store;
  if (jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
  right(await jobs.addJobs([{ ...aJob('later'), delay: 60_000 }])());
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('begin; lock table tax_nexus.worker in exclusive mode');
  let hasStarted = false;
  const starting = workOn(jobs, () => Promise.resolve(E.right(undefined))).finally(() => {
    hasStarted = true;
  });
  const waits = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
  await eventually(async () => (await postgres().ask(url, waits)).length > 0);
  const startedEarly = hasStarted;
  await other.end();
  const stop = await starting;
  expect(right(await jobs.areWorkedOn(['later'])())).toBe(true);
  await stop();
  right(await store.close());
  expect(startedEarly).toBe(false);
});

describe('a queue whose database is gone', () => {
  it.each(ends)(
    'when a job $how leaves no rejection unhandled, does the job again at once when the database is back, and goes on',
    async ({ end }) => {
      const store = right(await postgresStore(secret(await postgres().newDatabase()))());
      const { jobs } = store;
      if (jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
      const done: unknown[] = [];
      let isDown = false;
      const stop = await workOn(jobs, async (about) => {
        done.push(nameOf(about));
        if (done.length > 1) return E.right(undefined);
        await postgres().shutDown('fast');
        isDown = true;
        if (E.isLeft(end)) throw end.left;
        return E.right(undefined);
      });
      right(await jobs.addJobs([aJob('first')])());
      await eventually(() => isDown);
      // Long enough for the note that the job has ended to fail.
      await sleep(1_000);
      await postgres().startAgain();
      await eventually(() => done.length === 2);
      right(await jobs.addJobs([aJob('second')])());
      await eventually(() => done.length === 3);
      await stop();
      expect(done).toStrictEqual(['first', 'first', 'second']);
      expect(unhandled).toStrictEqual([]);
      right(await store.close());
    },
    60_000,
  );

  it('is stopped while it waits for the database', async () => {
    const store = right(await postgresStore(secret(await postgres().newDatabase()))());
    const { jobs } = store;
    if (jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
    let isDown = false;
    const stop = await workOn(jobs, async () => {
      await postgres().shutDown('fast');
      isDown = true;
      return E.right(undefined);
    });
    right(await jobs.addJobs([aJob('first')])());
    await eventually(() => isDown);
    await sleep(1_000);
    await stop();
    expect(unhandled).toStrictEqual([]);
    await postgres().startAgain();
    await store.close();
  }, 60_000);
});

describe('a worker', () => {
  it('does a job that the database gave it in an answer that was lost', async () => {
    const url = await postgres().newDatabase();
    const wire = await aBadWire(url);
    const store = right(await postgresStore(secret(wire.through(url)))());
    const { jobs } = store;
    if (jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
    right(await jobs.ready());
    await postgres().ask(
      url,
      `create function delay_answer() returns trigger language plpgsql as
         'begin if new.attempts = 1 and old.attempts = 0 then perform pg_sleep(1); end if; return new; end';
       create trigger delay_answer before update on tax_nexus_worker._private_jobs
         for each row execute function delay_answer()`,
    );
    const done: unknown[] = [];
    const task: JobTask = (about) => {
      done.push(nameOf(about));
      return Promise.resolve(E.right(undefined));
    };
    // The database gives the job away after the worker has noticed that its connection broke.
    const stop = await workOn(jobs, task, { deadAfter: 1_200 });
    right(await jobs.addJobs([aJob('first')])());
    const takesJob = "select 1 from pg_stat_activity where wait_event = 'PgSleep'";
    await eventually(async () => (await postgres().ask(url, takesJob)).length > 0);
    wire.cut();
    await eventually(() => done.length > 0);
    await stop();
    expect(done).toStrictEqual(['first']);
    expect(unhandled).toStrictEqual([]);
    right(await store.close());
    await wire.stop();
  });

  it('that was wrongly found dead leaves the job that it has added in place of its own', async () => {
    const url = await postgres().newDatabase();
    const store = right(await postgresStore(secret(url))());
    const { jobs } = store;
    if (jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
    const releaseAll =
      'select tax_nexus_worker.force_unlock_workers(array(select locked_by from tax_nexus_worker.jobs))';
    const done: unknown[] = [];
    const task: JobTask = async (about) => {
      done.push(nameOf(about));
      if (done.length > 1) return E.right(undefined);
      await postgres().ask(url, releaseAll);
      // Not before the queue has deleted the job that is done.
      return jobs.addJobs([{ ...aJob('a page'), delay: 2_000 }])();
    };
    const stop = await workOn(jobs, task, { concurrency: 1 });
    right(await jobs.addJobs([aJob('a page')])());
    await eventually(() => done.length === 2);
    await stop();
    expect(done).toStrictEqual(['a page', 'a page']);
    right(await store.close());
  });

  it('finds no other worker dead after an outage of the database that was longer than the time for a heartbeat', async () => {
    const url = await postgres().newDatabase();
    const lines: string[] = [];
    const log = { ...silent, warn: (message: string) => void lines.push(message) };
    const begin = async (owner: string) => {
      const wire = await aBadWire(url);
      const store = right(await postgresStore(secret(wire.through(url)))());
      const { jobs } = store;
      if (jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
      const stop = await workOn(jobs, () => Promise.resolve(E.right(undefined)), { owner, deadAfter: 1_200, log });
      const end = async (): Promise<void> => {
        await stop();
        right(await store.close());
        await wire.stop();
      };
      return { wire, end };
    };
    const workers = [await begin('one'), await begin('another')];
    for (const { wire } of workers) wire.hold();
    await sleep(3_000);
    for (const { wire } of workers) {
      wire.release();
      await sleep(600);
    }
    for (const { end } of workers) await end();
    expect(lines.filter((line) => line.includes('died'))).toStrictEqual([]);
  });

  it('whose every note of a job that is done fails pauses before its queue begins again', async () => {
    const url = await postgres().newDatabase();
    const store = right(await postgresStore(secret(url))());
    const { jobs } = store;
    if (jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
    right(await jobs.ready());
    await postgres().ask(
      url,
      `create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end';
       create trigger refuse before delete on tax_nexus_worker._private_jobs for each row execute function refuse()`,
    );
    const begun: number[] = [];
    const stop = await workOn(jobs, () => {
      begun.push(performance.now());
      return Promise.resolve(E.right(undefined));
    });
    right(await jobs.addJobs([aJob('first')])());
    await eventually(() => begun.length >= 3);
    await stop();
    const [first = 0, second = 0, third = 0] = begun;
    expect(Math.min(second - first, third - second)).toBeGreaterThan(900);
    expect(unhandled).toStrictEqual([]);
    right(await store.close());
  });

  it('whose heartbeat throws goes on with its heartbeats', async () => {
    const url = await postgres().newDatabase();
    const store = right(await postgresStore(secret(url))());
    const { jobs } = store;
    if (jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
    const lines: string[] = [];
    const stop = await workOn(jobs, () => Promise.resolve(E.right(undefined)), {
      deadAfter: 600,
      log: {
        ...silent,
        warn: () => {
          throw new TypeError('a defect');
        },
        error: (message) => void lines.push(message),
      },
    });
    await postgres().ask(url, 'alter table tax_nexus.worker rename to worker_of_another');
    await eventually(() => lines.length > 0);
    await postgres().ask(url, 'alter table tax_nexus.worker_of_another rename to worker');
    const seenAt = async (): Promise<unknown> =>
      (await postgres().ask(url, 'select max(seen_at) from tax_nexus.worker'))[0];
    const before = JSON.stringify(await seenAt());
    await eventually(async () => JSON.stringify(await seenAt()) !== before);
    await stop();
    expect(unhandled).toStrictEqual([]);
    right(await store.close());
  });
});
