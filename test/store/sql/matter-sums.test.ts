import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from '@jest/globals';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { secret } from '../../../src/domain/secret.ts';
import { postgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { expectSumsOfMatters, openRuns, randomChanges } from '../../contracts/inbox/matter-sums.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { right } from '../../support/right.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-matters-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const postgres = aPostgres();

type Open = () => Promise<SyncDatabase>;

const inFile = (name: string): Promise<Open> =>
  Promise.resolve(async () => right(await sqliteStore(join(folder, `${name}.db`))()));
const inPostgres = async (): Promise<Open> => {
  const url = await postgres().newDatabase();
  return async () => right(await postgresStore(secret(url))());
};

describe.each([
  ['SQLite', inFile],
  ['PostgreSQL', inPostgres],
] as const)('what waits for a person, in %s', (_, newPlace) => {
  it.each([1, 2, 3])(
    'is summed up as it is listed while many processes change and decide it (seed %i)',
    async (seed) => {
      const open = await newPlace(`matters-${seed}`);
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
});
