import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { secret } from '../../../src/domain/secret.ts';
import { postgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { loadSqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { expectSumsOfMatters, openRuns, randomChanges } from '../../contracts/inbox/matter-sums.ts';
import { aCommit, aReportLine } from '../../support/a-report-line.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { right } from '../../support/right.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-matters-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const postgres = aPostgres();
const at = '2026-04-01T00:00:00Z';

interface Place {
  readonly open: () => Promise<SyncDatabase>;
  /** Runs a statement beside the store. */
  readonly run: (statement: string) => Promise<void>;
}

const { DatabaseSync } = right(await loadSqliteDriver());

const inFile = (name: string): Promise<Place> => {
  const path = join(folder, `${name}.db`);
  const run = (statement: string): Promise<void> => {
    const database = new DatabaseSync(path);
    database.exec(statement);
    database.close();
    return Promise.resolve();
  };
  return Promise.resolve({ open: async () => right(await sqliteStore(path)()), run });
};

const inPostgres = async (): Promise<Place> => {
  const url = await postgres().newDatabase();
  const run = async (statement: string): Promise<void> => {
    await postgres().ask(url, `set search_path to tax_nexus; ${statement}`);
  };
  return { open: async () => right(await postgresStore(secret(url))()), run };
};

/** As the database was before its sums were kept. */
const asBefore = `drop table matter_total; drop index matter_by_size;
  create index matter_by_what on matter (account, what, storefront);
  delete from kysely_migration where name >= '0025'`;

describe.each([
  ['SQLite', inFile],
  ['PostgreSQL', inPostgres],
] as const)('what waits for a person, in %s', (_, newPlace) => {
  it.each([1, 2, 3])(
    'is summed up as it is listed while many processes change and decide it (seed %i)',
    async (seed) => {
      const { open } = await newPlace(`matters-${seed}`);
      const handles = [await open(), await open(), await open(), await open()];
      const [first] = handles;
      if (first === undefined) return;
      await openRuns(first);
      const changes = handles.map((store, n) => randomChanges(store, seededRandom(10 * seed + n), `batch-${n}`));
      for (let round = 0; round < 3; round += 1) {
        await Promise.all(
          changes.map(async (change) => {
            for (let step = 0; step < 25; step += 1) await change();
          }),
        );
        await expectSumsOfMatters(first);
      }
      for (const store of handles) right(await store.close());
    },
    60_000,
  );

  it('is summed up when a database is opened in which an older version kept and decided it', async () => {
    const { open, run } = await newPlace('older');
    const older = await open();
    await openRuns(older);
    const change = randomChanges(older, seededRandom(4), 'batch');
    for (let step = 0; step < 40; step += 1) await change();
    right(await older.close());
    await run(asBefore);
    const store = await open();
    const now = '2026-04-05T00:00:00Z';
    const counts: number[] = [];
    for (const state of ['open', 'decided'] as const)
      counts.push(right(await store.reviews.matterGroups({ storefronts: ['us-store'], state, now })()).length);
    expect(counts.every((count) => count > 0)).toBe(true);
    await expectSumsOfMatters(store);
    const changeMore = randomChanges(store, seededRandom(5), 'later batch');
    for (let step = 0; step < 20; step += 1) await changeMore();
    await expectSumsOfMatters(store);
    right(await store.close());
  }, 60_000);

  it('is decided and undone by the thousand, and none is listed as open then', async () => {
    const { open } = await newPlace('many');
    const store = await open();
    await openRuns(store);
    const lines = Array.from({ length: 1_200 }, (_, n) =>
      aReportLine({ id: `shopify:1:${n}`, sourceId: String(n), outcome: 'held', reason: 'no destination' }),
    );
    right(await store.commitPage(aCommit('run-10', { checkpoint: null, lines }), at)());
    const filter = { storefronts: ['us-store'], state: 'open', now: at } as const;
    const word = { action: 'leave out', note: '', by: 'Ada', at, until: null, batch: 'all' } as const;
    expect(right(await store.reviews.decide(filter, word, 1_200)())).toBe(1_200);
    const page = right(await store.reviews.findMatters(filter, { sort: 'money', offset: 0, limit: 10 })());
    expect(page.matters).toStrictEqual([]);
    expect(right(await store.reviews.undo('all', ['us-store'])()).count).toBe(1_200);
    await expectSumsOfMatters(store);
    right(await store.close());
  }, 60_000);
});
