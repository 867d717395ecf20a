import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { start } from '../support/a-process.ts';
import { aPostgres } from '../support/a-postgres.ts';
import { allRows, fillWithRandomRows, letGoOfFiles } from '../support/random-rows.ts';
import { sized } from '../support/size.ts';

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-killed-copies-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const postgres = aPostgres();

/** The deaths of each direction: in a page, after a table, and after the commit. */
const deaths = sized({
  quick: { there: ['after_copied_page:1', 'after_copied_table:20', 'after_copy:1'], back: ['after_copied_page:25'] },
  all: {
    there: [1, 2, 5, 15, 25, 35].flatMap((pass) => [`after_copied_page:${pass}`, `after_copied_table:${pass}`]),
    back: [
      'after_copied_page:1',
      'after_copied_page:25',
      'after_copied_table:20',
      'after_copied_table:37',
      'after_copy:1',
    ],
  },
});

const configure = (state: unknown): void =>
  writeFileSync(
    join(folder, 'tax-nexus.config.json'),
    JSON.stringify({
      service: { baseUrl: 'https://api.example.com', apiKey: 'tnx_CANARY_KEY' },
      state,
      storefronts: { billing: { connector: 'stripe', secretKey: 'rk_live_CANARY', timeZone: 'America/New_York' } },
    }),
  );

/** Copies again and again, each time killed at one of these points, and then to the end. */
const copyUnderKills = async (
  points: readonly string[],
  to: string,
  env: Readonly<Record<string, string>>,
): Promise<void> => {
  const words = ['state', 'copy', '--to', to];
  for (const point of points) {
    const { signal } = await start(folder, words, { ...env, TAX_NEXUS_CRASH_POINT: point }).ended;
    expect([point, signal]).toStrictEqual([point, 'SIGKILL']);
  }
  const { code, out } = await start(folder, words, env).ended;
  expect([code, out]).toStrictEqual([0, expect.stringContaining('Counts and digests of each table are equal.')]);
  expect(out).toMatch(points.includes('after_copy:1') ? /^It was copied before: / : /^Copied /);
};

describe('a copy of the sync database that is killed again and again', () => {
  it('ends right at the next attempt, with nothing lost and nothing doubled, to PostgreSQL and back', async () => {
    const original = join(folder, 'original.db');
    await fillWithRandomRows(original, 1, 40);
    const before = await allRows(original);
    await letGoOfFiles();
    const env = { DATABASE_URL: await postgres().newDatabase() };
    configure(`sqlite:${original}`);
    await copyUnderKills(deaths.there, 'env:DATABASE_URL', env);
    configure({ env: 'DATABASE_URL' });
    await copyUnderKills(deaths.back, 'sqlite:./back.db', env);
    expect(await allRows(join(folder, 'back.db'))).toStrictEqual(before);
    expect(await allRows(original)).toStrictEqual(before);
  });
});
