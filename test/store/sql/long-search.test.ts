import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { secret } from '../../../src/domain/secret.ts';
import { postgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { loadSqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { aCommit, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { right } from '../../support/right.ts';

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-search-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const postgres = aPostgres();
const at = '2026-04-01T00:00:00Z';

interface Place {
  readonly store: SyncDatabase;
  /** Runs a statement beside the store. */
  readonly run: (statement: string) => Promise<unknown>;
}

const inFile = async (): Promise<Place> => {
  const path = join(folder, 'long.db');
  const { DatabaseSync } = right(await loadSqliteDriver());
  const run = (statement: string): Promise<void> => {
    const database = new DatabaseSync(path);
    database.exec(statement);
    database.close();
    return Promise.resolve();
  };
  return { store: right(await sqliteStore(path)()), run };
};

const inPostgres = async (): Promise<Place> => {
  const url = await postgres().newDatabase();
  const run = (statement: string) => postgres().ask(url, `set search_path to tax_nexus; ${statement}`);
  return { store: right(await postgresStore(secret(url))()), run };
};

const lines = 120_000;

/** Lines after the one that is there: numbers #1 to #120000, of which every 50,000th is a pearl. */
const more = `insert into entry (run, place, id, storefront, source_id, name, kind, outcome)
  with recursive n (i) as (select 1 union all select i + 1 from n where i < ${lines})
  select run, place + i, 'x:' || i, storefront, 'x' || i, case when i % 50000 = 0 then 'Pearl ' else '#' end || i, kind, outcome
  from entry cross join n`;

describe.each([
  ['SQLite', inFile],
  ['PostgreSQL', inPostgres],
] as const)('a search among many lines, in %s', (_, newPlace) => {
  it('reads some at a time, so that the process does other things, and misses none and names none twice', async () => {
    const { store, run } = await newPlace();
    right(await store.openRun(aRequest(), { id: 'run-1', at })());
    right(await store.commitPage(aCommit('run-1', { lines: [aReportLine()] }), at)());
    await run(more);
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const find = async (text: string, limit: number, after: O.Option<string> = O.none) =>
      right(await store.findLines('run-1', { text }, { after, limit })());
    const namesOf = (page: Awaited<ReturnType<typeof find>>) => page.lines.map(({ name }) => name);
    expect(await find('nothing like this', 50)).toStrictEqual({ lines: [], next: O.none });
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(2);

    const all = await find('pearl', 2);
    expect([namesOf(all), all.next]).toStrictEqual([['Pearl 50000', 'Pearl 100000'], O.none]);
    const first = await find('PEARL', 1);
    expect(namesOf(first)).toStrictEqual(['Pearl 50000']);
    const second = await find('pearl', 1, first.next);
    expect([namesOf(second), second.next]).toStrictEqual([['Pearl 100000'], O.none]);
    expect(namesOf(await find('#119999', 50))).toStrictEqual(['#119999']);
    right(await store.close());
  });
});
