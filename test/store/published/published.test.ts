import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packageVersion } from '../../../src/app/package-version.ts';
import { migrations } from '../../../src/store/migrations.ts';
import { pendingInPostgres } from '../../../src/store/postgres/postgres-store.ts';
import { secret } from '../../../src/domain/secret.ts';
import { pendingInSqlite } from '../../../src/store/sqlite/sqlite-store.ts';
import { aCommit, anAdjustment, anIntent, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { placesOfStores } from '../../support/places-of-stores.ts';
import { right } from '../../support/right.ts';

/*
 * The sync database of each published version, as the version itself made it: PUBLISHED=write npm test -- test/store/published
 * writes that of the version in package.json, as a part of its release. No such file exists before 0.1.0 is published.
 */

const folder = 'test/store/published';
const at = '2026-04-01T00:00:00Z';
const places = placesOfStores();
const postgres = aPostgres();

type Row = Readonly<Record<string, string | number | null>>;

interface Published {
  readonly statements: Readonly<Record<string, readonly string[]>>;
  readonly rows: Readonly<Record<string, readonly Row[]>>;
  /** What the views show, whose columns are promised. */
  readonly sales: readonly Row[];
  readonly dayTotals: readonly Row[];
}

type Run = (statement: string) => Promise<readonly unknown[]>;

const rowsOf = async (run: Run, query: string): Promise<readonly Row[]> =>
  ((await run(query)) as readonly Row[]).map((row) => ({ ...row }));

/** PostgreSQL gives whole numbers of 64 bits as texts. */
const shown = async (run: Run, view: string): Promise<readonly Row[]> =>
  (await rowsOf(run, `select * from ${view} order by 1, 2, 3, 4, 5, 6, 7, 8`)).map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, cell === null ? null : String(cell)])),
  );

const ofMigrations =
  'create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)';

const statementsOf = (pending: readonly { readonly name: string; readonly statements: readonly string[] }[]) => [
  ofMigrations,
  // A new database has no rows that are filled in batches.
  ...pending.flatMap(({ name, statements }) => (migrations[name]?.kind === 'rows' ? [] : statements)),
];

let made = 0;

/** The database of this version, with a bit of everything. */
const asPublished = async (): Promise<Published> => {
  const [[, newPlace] = []] = places;
  if (newPlace === undefined) throw new Error('SQLite comes first');
  const { open, run } = await newPlace(`now-${(made += 1)}`);
  const store = await open();
  right(await store.openRun(aRequest(), { id: 'run-1', at })());
  right(await store.setTimeZone('run-1', 'us-store', 'America/New_York')());
  right(await store.saveIntents([anIntent()], at)());
  const lines = [
    aReportLine({ occurredAt: '2026-02-03T12:00:00Z', adjustments: [anAdjustment()], findings: ['exempt sale'] }),
    aReportLine({ id: 'shopify:1:1002', sourceId: '1002', outcome: 'held', reason: 'missing address', amounts: null }),
  ];
  const settledIntents = [{ id: 'shopify:1:1001', status: 'confirmed' }] as const;
  right(await store.commitPage(aCommit('run-1', { lines, settledIntents }), at)());
  right(await store.closeRun('run-1', 'finished', at)());
  right(await store.reviews.closePeriod({ month: '2026-01', by: 'mia', at })());
  right(await store.close());
  const tables = await rowsOf(run, "select name from sqlite_master where type = 'table' and name not like 'sqlite%'");
  const rows: Record<string, readonly Row[]> = {};
  for (const { name } of tables) rows[String(name)] = await rowsOf(run, `select * from ${String(name)}`);
  const address = secret(await postgres().newDatabase());
  return {
    statements: {
      SQLite: statementsOf(right(await pendingInSqlite(join(folder, 'none.db')))),
      PostgreSQL: statementsOf(right(await pendingInPostgres({ address }))),
    },
    rows,
    sales: await shown(run, 'sales'),
    dayTotals: await shown(run, 'day_totals'),
  };
};

const literal = (cell: string | number | null): string =>
  typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell);

/** Makes the database again as it was. */
const restore = async (database: string, run: Run, { statements, rows }: Published): Promise<void> => {
  const isPostgres = database === 'PostgreSQL';
  if (isPostgres) await run('create schema tax_nexus');
  for (const statement of statements[database] ?? []) await run(statement);
  const overriding = isPostgres ? 'overriding system value' : '';
  // Rows come before the rows that refer to them.
  const order = Object.keys(rows).sort((a, b) => rank(a) - rank(b));
  for (const table of order) {
    for (const row of rows[table] ?? []) {
      const cells = Object.values(row).map(literal).join(', ');
      await run(`insert into ${table} (${Object.keys(row).join(', ')}) ${overriding} values (${cells})`);
    }
  }
};

const rank = (table: string): number => (table === 'run' ? 0 : table === 'line_version' ? 1 : 2);

/** Of the changelog: each but the one that is not published yet. */
const published = readFileSync('CHANGELOG.md', 'utf8')
  .split(/^## /m)
  .slice(1)
  .filter((section) => !section.includes('not published yet'))
  .map((section) => /^\S+/.exec(section)?.[0] ?? '');

if (process.env['PUBLISHED'] === 'write')
  it('writes the database of this version', async () => {
    writeFileSync(join(folder, `${packageVersion}.json`), `${JSON.stringify(await asPublished(), null, 1)}\n`);
  });

describe('the database of a published version', () => {
  it('is kept, from 0.1.0 on', () => {
    expect(published.filter((version) => !existsSync(join(folder, `${version}.json`)))).toStrictEqual([]);
  });

  const kept = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const versions: readonly (readonly [string, () => Promise<Published>])[] = [
    ['this version', asPublished],
    ...kept.map(
      (name) =>
        [name, () => Promise.resolve(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Published)] as const,
    ),
  ];

  it.each(versions.flatMap(([version, read]) => places.map((place) => [version, place[0], read, place[1]] as const)))(
    'opens, shows the same and takes more: %s, %s',
    async (version, database, read, newPlace) => {
      const before = await read();
      const { open, run } = await newPlace(`published-${version.replaceAll(' ', '-')}`);
      await restore(database, run, before);
      const store = await open();
      expect(await shown(run, 'sales')).toMatchObject(before.sales);
      expect(await shown(run, 'day_totals')).toMatchObject(before.dayTotals);
      expect(before.sales).toHaveLength(1);
      expect(right(await store.reviews.checkSums())).toMatchObject({ transactions: 2, wrongCount: 0 });
      right(await store.openRun(aRequest({ range: { from: '2026-03-01', to: '2026-03-31' } }), { id: 'run-2', at })());
      const line = aReportLine({ id: 'shopify:1:1003', sourceId: '1003' });
      right(await store.commitPage(aCommit('run-2', { lines: [line] }), at)());
      expect(right(await store.summarizeRun('run-1')()).counts).toMatchObject({ succeeded: 1, held: 1 });
      expect(right(await store.reviews.checkSums()).transactions).toBe(3);
      right(await store.close());
    },
  );
});
