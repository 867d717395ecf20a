import { afterEach, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { Client, Pool } from 'pg';
import type { JobQueue, JobTask } from '../../../src/domain/job-queue.ts';
import { hostPostgresStore } from '../../../src/store/postgres/postgres-store.ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { eventually, isOverWithin } from '../../support/a-plugin.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { silent } from '../../support/a-sync.ts';
import { right } from '../../support/right.ts';

const postgres = aPostgres();
const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

const isBracket = (statement: string): boolean => /^(?:start transaction|commit|rollback)\b/.test(statement);

/** A sync database whose statements are written down. */
const aDatabase = async () => {
  const statements: string[] = [];
  class WatchedClient extends Client {}
  const query = Reflect.get(Client.prototype, 'query');
  Reflect.set(WatchedClient.prototype, 'query', function (this: Client, ...asked: readonly unknown[]) {
    const [statement] = asked;
    const text = typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text'));
    if (!isBracket(text)) statements.push(text.trim().replaceAll(/\s+/g, ' '));
    return Reflect.apply(query, this, asked) as unknown;
  });
  const connectionString = await postgres().newDatabase();
  const pool = new Pool({ connectionString, Client: WatchedClient });
  pool.on('error', () => undefined);
  ending.push(() => pool.end());
  const store: SyncDatabase = right(await hostPostgresStore(pool)());
  ending.push(async () => void (await store.close()));
  return { store, statements, pool };
};

const jobsOf = ({ jobs }: SyncDatabase): JobQueue => {
  if (jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
  return jobs;
};

const startWorker = async (store: SyncDatabase, deadAfter: number, task: JobTask): Promise<void> => {
  const worker = right(
    await jobsOf(store).startWorker({
      tasks: { 'the task': task },
      everyMinute: null,
      concurrency: 1,
      owner: 'the worker',
      deadAfter,
      log: silent,
    })(),
  );
  ending.push(worker.stop);
};

const nothing: JobTask = () => Promise.resolve(E.right(undefined));

describe('an idle process on PostgreSQL', () => {
  it('looks for resync requests of all storefronts by one statement', async () => {
    const { store, statements } = await aDatabase();
    statements.length = 0;
    const now = Date.now();
    expect(right(await store.inbox.storefrontsWithRequests({ now, until: now + 1_000 })())).toStrictEqual([]);
    expect(statements).toHaveLength(1);
  });

  it('says that it lives, and looks for workers that died, by one statement', async () => {
    const { store, statements } = await aDatabase();
    await startWorker(store, 600, nothing);
    statements.length = 0;
    await eventually(() => statements.filter((one) => one.includes('insert into worker')).length >= 3);
    expect(statements.filter((one) => /\bworker\b/.test(one) && !one.includes('insert into worker'))).toStrictEqual([]);
  });
});

describe('a job of a worker that died', () => {
  it('is announced, so that an idle worker takes it at once', async () => {
    const { store, pool } = await aDatabase();
    const done: unknown[] = [];
    await startWorker(store, 1_200, (about) => {
      done.push(about);
      return nothing(about);
    });
    // The first look of the queue is over; the next one is seconds away.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await pool.query(`insert into tax_nexus.worker (id, owner, seen_at) values ('dead', 'the dead', 0)`);
    const client = await pool.connect();
    try {
      // Added and taken in one transaction: the living worker, though nudged, finds it taken.
      await client.query('begin');
      await client.query(`select tax_nexus_worker.add_job('the task', '{"name":"left"}'::json)`);
      await client.query(
        `update tax_nexus_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1`,
      );
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(
      await isOverWithin(
        3_000,
        eventually(() => done.length > 0),
      ),
    ).toBe(true);
    expect(done).toStrictEqual([{ name: 'left' }]);
  });
});
