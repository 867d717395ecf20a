import { afterEach, describe, expect, it } from '@jest/globals';
import { Client, Pool } from 'pg';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { StoreResult } from '../../../src/domain/sync-store.ts';
import { borrowedPool } from '../../../src/store/postgres/host-pool.ts';
import { hostPostgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { sampleRange } from '../../../sandbox/index.ts';
import { last, plugins } from '../../support/a-plugin.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { left, right } from '../../support/right.ts';
import { itInAll } from '../../support/it-in-all.ts';

const aPlugin = plugins();
const postgres = aPostgres();
const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

const aPool = async (max: number): Promise<Pool> => {
  const pool = new Pool({ connectionString: await postgres().newDatabase(), max });
  ending.push(() => pool.end());
  return pool;
};

const tablesIn = async (pool: Pool): Promise<number> =>
  (await pool.query("select 1 from pg_tables where schemaname = 'tax_nexus'")).rows.length;

/** Ends all other connections to a database, as a restart or a failover does. */
const endAllBut = async (connectionString: string): Promise<void> => {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  );
  await client.end();
  await new Promise((resolve) => setTimeout(resolve, 100));
};

describe('a pool of the host', () => {
  itInAll('of one connection is enough for a whole historical sync in ticks, and is not ended', async () => {
    const state = await aPool(1);
    const { taxNexus, taxService, another } = await aPlugin({ state, worker: 'tick' });
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    await taxNexus.stop();
    const next = another();
    for (let ticks = 0; ticks < 2_000; ticks += 1) {
      const { historicalSyncs } = await next.tick({ budgetMs: 1_000 });
      if (historicalSyncs.some(({ status }) => status === 'finished')) break;
    }
    expect(await next.historicalSync.report(id)).toMatchObject({ status: 'finished', considered: 24, failed: 0 });
    expect(taxService.journal().length).toBeGreaterThan(20);
    await next.stop();
    expect(await tablesIn(state)).toBeGreaterThan(10);
    expect([state.ending, state.totalCount, state.idleCount]).toStrictEqual([false, 1, 1]);
    expect(state.listenerCount('error')).toBe(0);
  });

  it('takes a connection that the server ends while it is idle or in use, without ending the process', async () => {
    const pool = await aPool(2);
    const idle: Error[] = [];
    pool.on('error', (error) => idle.push(error));
    const store = right(await hostPostgresStore(pool)());
    const held = await borrowedPool(pool).connect();
    await endAllBut(pool.options.connectionString ?? '');
    expect(idle).toHaveLength(0);
    held.release(true);
    expect(right(await store.findRun(O.none)())).toStrictEqual(O.none);
    right(await store.close());
    expect(pool.ending).toBe(false);
  });

  it('may be without a listener to errors: an idle connection that the server ends does not end the process', async () => {
    const pool = await aPool(2);
    const store = right(await hostPostgresStore(pool)());
    expect(pool.emit('error', new Error('the server ended it'))).toBe(true);
    right(await store.close());
    expect(pool.listenerCount('error')).toBe(0);
  });

  itInAll(
    'does the work of workers, and one that is too small for them says so and is not waited for',
    async () => {
      const [large, small] = [await aPool(8), await aPool(3)];
      const [roomy, narrow] = [right(await hostPostgresStore(large)()), right(await hostPostgresStore(small)())];
      const readyIn = async ({ jobs }: SyncDatabase): StoreResult<void> => {
        if (jobs === undefined) throw new Error('it has no jobs');
        return jobs.ready();
      };
      const warnings: unknown[] = [];
      const console = globalThis.console;
      globalThis.console = { ...console, warn: (...words: readonly unknown[]) => warnings.push(words) };
      right(await readyIn(roomy));
      globalThis.console = console;
      expect(warnings).toStrictEqual([]);
      expect(left(await readyIn(narrow)).message).toMatch(/at least 4/);
      const { taxNexus } = await aPlugin({ state: large });
      const { id } = await taxNexus.historicalSync.start(sampleRange);
      expect(await last(taxNexus.historicalSync.watch(id))).toMatchObject({ status: 'finished', considered: 24 });
      await taxNexus.stop();
      expect([large.ending, large.totalCount - large.idleCount]).toStrictEqual([false, 0]);
      expect(await tablesIn(large)).toBeGreaterThan(10);
    },
    60_000,
  );
});

describe('a pool whose password is a function', () => {
  it('asks it for each new connection; its failure is reported without what it says, and it is asked again', async () => {
    const address = new URL(await postgres().newDatabase());
    let failures = 1;
    const passwords: string[] = [];
    const pool = new Pool({
      ...{ host: address.hostname, port: Number(address.port), user: address.username },
      database: address.pathname.slice(1),
      password: () => {
        failures -= 1;
        if (failures >= 0) throw Object.assign(new Error('CANARY'), { code: 'ECONNREFUSED' });
        passwords.push('given');
        return decodeURIComponent(address.password);
      },
    });
    ending.push(() => pool.end());
    const error = left(await hostPostgresStore(pool)());
    expect(error).toMatchObject({ problem: 'unreachable' });
    expect(JSON.stringify(error)).not.toContain('CANARY');
    right(await right(await hostPostgresStore(pool)()).close());
    expect(passwords.length).toBeGreaterThan(0);
  });
});
