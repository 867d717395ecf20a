import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { JobQueue, NewJob } from '../../../src/domain/job-queue.ts';
import { secret } from '../../../src/domain/secret.ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { postgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { eventually } from '../../support/a-plugin.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { silent } from '../../support/a-sync.ts';
import { right } from '../../support/right.ts';

const postgres = aPostgres();

const aJob = (key: string, about: Partial<NewJob> = {}): NewJob => ({
  task: 'the task',
  payload: { key },
  key,
  priority: 0,
  delay: 0,
  isOneAtATime: false,
  waitsForTurnAt: null,
  ...about,
});

interface Opened {
  readonly store: SyncDatabase;
  readonly jobs: JobQueue;
  readonly ask: (text: string) => Promise<readonly unknown[]>;
}

const open = async (): Promise<Opened> => {
  const url = await postgres().newDatabase();
  const store = right(await postgresStore(secret(url))());
  const { jobs } = store;
  if (jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
  return { store, jobs, ask: (text) => postgres().ask(url, text) };
};

const work = async (jobs: JobQueue, task: (about: unknown) => Promise<void>): Promise<() => Promise<void>> => {
  const tasks = { 'the task': async (about: unknown) => E.right(await task(about)) };
  const options = { tasks, everyMinute: null, concurrency: 4, owner: 'me', deadAfter: 60_000, log: silent };
  return right(await jobs.startWorker(options)()).stop;
};

describe('jobs of many storefronts', () => {
  it('need no named queue, which the library would lock for each job; one at a time is not added while it is at work', async () => {
    const { store, jobs, ask } = await open();
    let begun = 0;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const stop = await work(jobs, async () => {
      begun += 1;
      await ended;
    });
    right(await jobs.addJobs([aJob('catch-up', { isOneAtATime: true }), aJob('page')])());
    await eventually(() => begun === 2);
    right(await jobs.addJobs([aJob('catch-up', { isOneAtATime: true }), aJob('page')])());
    await eventually(() => begun === 3);
    expect(await ask('select key from tax_nexus_worker.jobs where key is not null order by key')).toStrictEqual([
      { key: 'catch-up' },
      { key: 'page' },
    ]);
    end();
    await eventually(async () => (await ask('select 1 from tax_nexus_worker.jobs')).length === 0);
    expect(await ask('select 1 from tax_nexus_worker._private_job_queues')).toStrictEqual([]);
    expect(begun).toBe(3);
    await stop();
    right(await store.close());
  });

  it('pass a turn on to the jobs that wait for it, and to no other', async () => {
    const { store, jobs, ask } = await open();
    const later = { delay: 600_000 };
    right(
      await jobs.addJobs([
        aJob('a', { ...later, waitsForTurnAt: 'us-store' }),
        aJob('b', { ...later, waitsForTurnAt: 'eu-store' }),
        aJob('c', later),
      ])(),
    );
    expect(right(await jobs.passTurn('us-store')())).toBe(1);
    expect(await ask('select key from tax_nexus_worker.jobs where run_at <= now()')).toStrictEqual([{ key: 'a' }]);
    // Added again for another reason, it no longer waits for a turn.
    right(await jobs.addJobs([aJob('a', later)])());
    expect(right(await jobs.passTurn('us-store')())).toBe(0);
    right(await store.close());
  });

  it('of a dead worker leave their storefronts, so that others need not wait for the lease to expire', async () => {
    const { store, jobs, ask } = await open();
    right(await jobs.ready());
    const now = Date.now();
    const times = { now, until: now + 100_000 };
    const acquire = async (storefront: string, owner: string): Promise<string | null> =>
      O.toNullable(right(await store.acquireLease(storefront, owner, times, () => false)()));
    expect(await acquire('us-store', 'the dead one #7')).toBeNull();
    expect(await acquire('eu-store', 'the dead one, or another #8')).toBeNull();
    await ask("insert into tax_nexus.worker values ('worker-dead', 'the dead one', 0)");
    const stop = await work(jobs, () => Promise.resolve());
    await eventually(async () => (await acquire('us-store', 'me #9')) === null);
    expect(await acquire('eu-store', 'me #9')).toBe('the dead one, or another #8');
    await stop();
    right(await store.close());
  });
});
