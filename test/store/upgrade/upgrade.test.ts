import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { skipped } from '../../../src/domain/exclusion.ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { secret } from '../../../src/domain/secret.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { exportedRows } from '../../../src/operations/export/rows.ts';
import { postgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { loadSqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { expectSumsOfMatters } from '../../contracts/inbox/matter-sums.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { aRefund } from '../../support/a-refund.ts';
import { aSync, paged, sales, transactionId } from '../../support/a-sync.ts';
import { memoryTaxService } from '../../support/memory-tax-service.ts';
import { right } from '../../support/right.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';
import { sendsRefunds } from '../../support/a-policy.ts';

/*
 * The .sql files are the sync database of a process of commit 3ba2196 that was killed during its second page, and service.json
 * is what the service held then: four transactions were committed, two more had arrived, of which one request got no answer,
 * and two had a durable intent but were not sent.
 */
const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const postgres = aPostgres();
const { DatabaseSync } = right(await loadSqliteDriver());

const shop = sales(14).map((sale: Sale, index) =>
  index % 4 === 0 ? { ...sale, refunds: [aRefund({ id: `r${index}` })] } : sale,
);
const aTest = E.left(skipped({ sourceId: '70', name: '#70' }, 'test order', 'a test'));
const script = { pages: paged([...shop.slice(0, 3), aTest, ...shop.slice(3)], 4) };
const expected = shop.flatMap(({ identity, refunds }) => {
  const id = transactionId(identity.recordId);
  return [id, ...refunds.map((refund) => `${id}:refund:${refund.id}`)];
});

/** Two hours after the kill. Databases answer in real time, so pauses are real, and short. */
const aClock = (): VirtualClock => {
  const ahead = Date.parse('2026-04-01T14:00:00Z') - Date.now();
  return {
    now: () => Date.now() + ahead,
    sleep: (milliseconds) => () => new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 5))),
    run: (task) => task(),
  };
};

const anOldSqliteStore = async (): Promise<SyncDatabase> => {
  const path = join(mkdtempSync(join(tmpdir(), 'tax-nexus-upgrade-')), 'sync.db');
  const database = new DatabaseSync(path);
  database.exec(read('sqlite.sql'));
  database.close();
  return right(await sqliteStore(path)());
};

const anOldPostgresStore = async (): Promise<SyncDatabase> => {
  const url = await postgres().newDatabase();
  await postgres().ask(url, read('postgres.sql'));
  return right(await postgresStore(secret(url))());
};

const resume = async (store: SyncDatabase) => {
  const clock = aClock();
  const world = memoryTaxService({ clock, latency: 0 });
  const held = JSON.parse(read('service.json')) as readonly unknown[];
  for (const transaction of held) await world.service.push(JSON.stringify(transaction))();
  const sync = aSync({ script, policy: sendsRefunds, clock, world, store });
  await sync.finish();
  return sync;
};

describe.each([
  ['SQLite', 'run-1', anOldSqliteStore],
  ['PostgreSQL', 'run-2', anOldPostgresStore],
])('a sync database of commit 3ba2196 in %s', (_, resumed, open) => {
  it('opens, goes on with its run, and doubles and misses nothing', async () => {
    const store = await open();
    const sync = await resume(store);
    expect(sync.world.journal.map(({ id }) => id).sort()).toEqual([...expected].sort());
    const { runId, status, considered, attempted, succeeded, alreadyPresent, failed } = await sync.report();
    expect({ runId, status, considered, attempted, succeeded, alreadyPresent, failed }).toEqual({
      runId: resumed,
      status: 'finished',
      considered: expected.length + 1,
      attempted: expected.length,
      succeeded: expected.length,
      alreadyPresent: 0,
      failed: 0,
    });
    // Of the four that were committed before, the database holds no record, and says so.
    const range = { from: '2026-01-01', to: '2026-12-31' };
    const rows = exportedRows(store.reviews, { what: 'audit', range });
    const answers = new Map<string, string>();
    for await (const page of rows.pages) for (const cells of page) answers.set(cells[6] ?? '', cells[3] ?? '');
    expect([...answers.keys()].sort()).toEqual([...expected].sort());
    expect([...answers.values()].filter((answer) => answer === 'not recorded')).toHaveLength(4);
    expect([...answers.values()].filter((answer) => answer === 'found')).not.toHaveLength(0);
    // Nor what of them was taxed.
    const sent = exportedRows(store.reviews, { what: 'transactions', range });
    const taxed: string[] = [];
    for await (const page of sent.pages)
      for (const cells of page) taxed.push(cells[sent.head.findIndex(({ name }) => name === 'taxed')] ?? '');
    expect(taxed).toHaveLength(expected.length);
    expect(taxed.filter((cell) => cell === '')).toHaveLength(3);
    await expectSumsOfMatters(store);
    right(await store.close());
  }, 60_000);

  it('is that of the account default, which its storefront stays with', async () => {
    const store = await open();
    const request = { storefronts: ['us-store'], range: { from: '2026-01-01', to: '2026-03-31' }, dryRun: false };
    const moved = await store.forAccount('acme').openRun(request, { id: 'moved', at: '2026-04-01T00:00:00Z' })();
    expect(moved).toMatchObject({ left: { problem: 'other account' } });
    expect(right(await store.forAccount('acme').findNewestConfirmed(10)())).toEqual([]);
    right(await store.close());
  }, 60_000);

  it('still has the webhook that waits', async () => {
    const store = await open();
    expect(right(await store.inbox.state())).toMatchObject([{ storefront: 'us-store', due: 1 }]);
    right(await store.close());
  }, 60_000);
});
