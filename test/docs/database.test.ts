import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { secret } from '../../src/domain/secret.ts';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import { postgresStore } from '../../src/store/postgres/postgres-store.ts';
import { loadSqliteDriver, type SqliteDatabase } from '../../src/store/sqlite/driver.ts';
import { storeOverSqlite } from '../../src/store/sqlite/store-over-sqlite.ts';
import { aCommit, aReportLine, aRequest } from '../support/a-report-line.ts';
import { aPostgres } from '../support/a-postgres.ts';
import { right } from '../support/right.ts';
import { tableGroups } from '../../src/store/tables.ts';

const page = readFileSync('docs/database.md', 'utf8');
const at = '2026-04-01T00:00:00Z';
const postgres = aPostgres();

type Row = Readonly<Record<string, unknown>>;
type Ask = (text: string) => Promise<readonly Row[]>;

const inSqlite = async (): Promise<readonly [SyncDatabase, Ask]> => {
  const { DatabaseSync } = right(await loadSqliteDriver());
  const own = new DatabaseSync(':memory:');
  const database: SqliteDatabase = {
    exec: (text) => own.exec(text),
    prepare: (text) => own.prepare(text),
    close: () => undefined,
  };
  const store = right(await storeOverSqlite(database, ':memory:')());
  return [store, (text) => Promise.resolve(own.prepare(text).all() as readonly Row[])];
};

const inPostgres = async (): Promise<readonly [SyncDatabase, Ask]> => {
  const url = await postgres().newDatabase();
  const store = right(await postgresStore(secret(url))());
  const ask: Ask = async (text) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('set search_path to tax_nexus');
    try {
      const answers: pg.QueryResult<Row> | pg.QueryResult<Row>[] = await client.query<Row>(text);
      return [answers].flat().at(-1)?.rows ?? [];
    } finally {
      await client.end();
    }
  };
  return [store, ask];
};

/** The columns that the page promises of a view: the first cell of each row of the table below its name. */
const promised = (view: string): readonly string[] => {
  const [, text = ''] = page.split(`The view \`${view}\``);
  const [table = ''] = text.split('\n\n').filter((part) => part.startsWith('| column'));
  return table
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
};

/** The tables that a group creates. */
const tablesOf = (make: (typeof tableGroups)[keyof typeof tableGroups]): readonly string[] =>
  make({ text: 'text', countedKey: 'integer primary key', clustered: '', positionIn: 'instr' }).flatMap(
    (text) => /^create table (\w+)/.exec(text)?.[1] ?? [],
  );

const examples = [...page.matchAll(/```sql\n(select[^`]+)```/g)].map(([, text = '']) => text);

describe.each([
  ['SQLite', inSqlite],
  ['PostgreSQL', inPostgres],
] as const)('the page about the sync database, in %s', (_, open) => {
  it('names each column of its views, and its examples give sales, and what is not sent, by state and month', async () => {
    const [store, ask] = await open();
    right(await store.openRun(aRequest(), { id: 'run-1', at })());
    const lines = [
      aReportLine({ id: 'a', occurredAt: '2026-02-03T12:00:00Z' }),
      aReportLine({ id: 'b', occurredAt: '2026-02-04T12:00:00Z' }),
      aReportLine({ id: 'c', occurredAt: '2026-02-04T12:00:00Z', findings: ['marketplace sale'] }),
      aReportLine({ id: 'd', occurredAt: '2026-02-04T12:00:00Z', outcome: 'held', reason: 'closed period' }),
    ];
    right(await store.commitPage(aCommit('run-1', { lines }), at)());
    for (const view of ['day_totals', 'sales']) {
      const [row = {}] = await ask(`select * from ${view} limit 1`);
      expect([...promised(view)].sort()).toStrictEqual(Object.keys(row).sort());
    }
    const sales = await ask("select id, total, tax, settled_by from sales where state = 'in service' order by id");
    expect(sales.map((row) => Object.values(row).map(String))).toStrictEqual(
      ['a', 'b', 'c'].map((id) => [id, '10725', '725', 'run-1']),
    );
    const [sums = [], notSent = []] = await Promise.all(
      examples.map(async (text) => (await ask(text)).map((row) => Object.values(row).map(String))),
    );
    expect(sums).toStrictEqual([['CA', '2026-02', '2', '20000', '1450']]);
    expect(notSent).toStrictEqual([['CA', '2026-02', 'closed period', '1', '10725']]);
    right(await store.close());
  });
});

it('gives a role for reports in PostgreSQL the two views and no table', async () => {
  const [store, ask] = await inPostgres();
  right(await store.openRun(aRequest(), { id: 'run-1', at })());
  right(await store.commitPage(aCommit('run-1', { lines: [aReportLine()] }), at)());
  const [statements = ''] = /(?<=```sql\n)create role[^`]+/.exec(page) ?? [];
  await ask(statements);
  const counts = async (relation: string): Promise<readonly Row[]> =>
    ask(`set role tax_reports; select count(*) from ${relation}`).catch((error: unknown) => [{ error }]);
  for (const view of ['day_totals', 'sales']) expect(await counts(view)).toStrictEqual([{ count: '1' }]);
  for (const table of Object.values(tableGroups).flatMap(tablesOf))
    expect(await counts(table)).toMatchObject([{ error: { code: '42501' } }]);
  await ask('drop owned by tax_reports; drop role tax_reports');
  right(await store.close());
});

type Column = Readonly<Record<'name' | 'type', string>> & { readonly pk: number };

/** A picture of the tables with their keys and references, as the schema has them. */
const pictureOf = async (tables: readonly string[]): Promise<string> => {
  const [store, ask] = await inSqlite();
  const boxes: string[] = [];
  const arrows: string[] = [];
  for (const table of tables) {
    const columns = (await ask(`pragma table_info(${table})`)) as readonly Column[];
    const key = columns.filter(({ pk }) => pk > 0).map(({ name, type }) => `    ${type.toLowerCase()} ${name} PK`);
    boxes.push(`  ${table} {`, ...key, '  }');
    const references = await ask(`pragma foreign_key_list(${table})`);
    for (const other of new Set(references.map((reference) => String(reference['table']))))
      arrows.push(`  ${table} }o--|| ${other} : "of"`);
  }
  right(await store.close());
  return ['```mermaid', 'erDiagram', ...boxes, ...arrows, '```'].join('\n');
};

const named = /^\| `(\w+)` /gm;

describe.each(Object.entries(tableGroups))('the tables of the page about the sync database: %s', (group, make) => {
  const tables = tablesOf(make);
  const drawn = new RegExp(`<!-- picture: ${group} -->\n+(\`\`\`mermaid[^\`]*\`\`\`\n+)?`);

  it('are drawn as they are', async () => {
    const picture = `<!-- picture: ${group} -->\n\n${await pictureOf(tables)}\n\n`;
    if (process.env['DATABASE'] === 'write')
      writeFileSync(
        'docs/database.md',
        readFileSync('docs/database.md', 'utf8').replace(drawn, () => picture),
      );
    expect(readFileSync('docs/database.md', 'utf8')).toContain(picture);
  });

  it('each have one sentence', () => {
    const [, after = ''] = page.split(`<!-- picture: ${group} -->`);
    const [section = ''] = after.split('\n### ');
    expect([...section.matchAll(named)].map(([, name]) => name)).toStrictEqual(tables);
  });
});
