import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { copyConfiguredState } from '../../src/app/copy-configured-state.ts';
import type { StateConfiguration } from '../../src/app/configuration/configuration.ts';
import { secret } from '../../src/domain/secret.ts';
import type { StateCopy } from '../../src/domain/state-copy.ts';
import type { StoreResult } from '../../src/domain/sync-store.ts';
import { postgresStore } from '../../src/store/postgres/postgres-store.ts';
import { loadSqliteDriver } from '../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { aCommit, anIntent, aReportLine, aRequest } from '../support/a-report-line.ts';
import { aPostgres } from '../support/a-postgres.ts';
import { allRows, fillWithRandomRows, letGoOfFiles } from '../support/random-rows.ts';
import { left, right } from '../support/right.ts';
import { sized } from '../support/size.ts';

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-copies-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const postgres = aPostgres();
const at = '2026-04-01T00:00:00Z';

let files = 0;
const newPath = (): string => join(folder, `${(files += 1)}.db`);
const inFile = (path: string): StateConfiguration => ({ engine: 'sqlite', path });
const inPostgres = (url: string): StateConfiguration => ({ engine: 'postgres', address: secret(url) });
const copy = async (from: StateConfiguration, to: StateConfiguration): StoreResult<StateCopy> => {
  await letGoOfFiles();
  const copied = await copyConfiguredState(from, to, { onPage: () => undefined, onTable: () => undefined });
  await letGoOfFiles();
  return copied;
};

/** A file with random rows. A page of a copy has 500. */
const filled = async (seed: number, rows = 2): Promise<string> => {
  const path = newPath();
  await fillWithRandomRows(path, seed, rows);
  return path;
};

/** Runs a statement in a file. */
const change = async (path: string, statement: string): Promise<void> => {
  const { DatabaseSync } = right(await loadSqliteDriver());
  const database = new DatabaseSync(path);
  database.exec(statement);
  database.close();
};

describe('a copy of the sync database', () => {
  it.each(Array.from({ length: sized({ quick: 1, all: 10 }) }, (_, seed) => seed))(
    'to PostgreSQL and back is equal in every table, seed %i',
    async (seed) => {
      const first = await filled(seed, 501);
      const before = await allRows(first);
      const url = await postgres().newDatabase();
      const there = right(await copy(inFile(first), inPostgres(url)));
      const second = newPath();
      const back = right(await copy(inPostgres(url), inFile(second)));
      expect(await allRows(second)).toStrictEqual(before);
      expect(await allRows(first)).toStrictEqual(before);
      expect(back).toStrictEqual(there);
      expect(there.isCopied).toBe(true);
      const counts = there.tables.map(({ table, rows }) => [table, rows]);
      expect(Object.fromEntries(counts)).toStrictEqual(
        Object.fromEntries(Object.entries(before).map(([table, rows]) => [table, rows.length])),
      );
    },
  );

  it('goes on like the original: runs, lines and requests are numbered from where they were', async () => {
    const path = newPath();
    const original = right(await sqliteStore(path)());
    const lineOf = (id: string) => aReportLine({ id: `shopify:1:${id}`, sourceId: id });
    right(await original.openRun(aRequest(), { id: 'run-1', at })());
    right(await original.saveIntents([anIntent()], at)());
    const settledIntents = [{ id: 'shopify:1:1001', status: 'confirmed' }] as const;
    // More than a transaction is tried again after a number that was taken.
    const lines = Array.from({ length: 20 }, (_, index) => lineOf(String(1001 + index)));
    right(await original.commitPage(aCommit('run-1', { lines, settledIntents }), at)());
    right(await original.closeRun('run-1', 'finished', at)());
    right(await original.close());

    const url = await postgres().newDatabase();
    right(await copy(inFile(path), inPostgres(url)));
    const third = newPath();
    right(await copy(inPostgres(url), inFile(third)));
    const request = aRequest({ range: { from: '2026-03-01', to: '2026-03-31' } });
    for (const opening of [postgresStore(secret(url)), sqliteStore(third)]) {
      const store = right(await opening());
      right(await store.openRun(request, { id: 'run-2', at })());
      right(await store.commitPage(aCommit('run-2', { lines: [lineOf('1002'), lineOf('2001')] }), at)());
      expect(right(await store.summarizeRun('run-1')()).counts).toMatchObject({ succeeded: 20 });
      expect(right(await store.summarizeRun('run-2')()).counts).toMatchObject({ succeeded: 2 });
      expect(right(await store.reviews.checkSums())).toMatchObject({ transactions: 21, wrongCount: 0 });
      right(await store.close());
    }
  });

  it('that was made before is found equal and left as it is; other rows are never overwritten', async () => {
    const path = await filled(3);
    const url = await postgres().newDatabase();
    right(await copy(inFile(path), inPostgres(url)));
    expect(right(await copy(inFile(path), inPostgres(url)))).toMatchObject({ isCopied: false });
    await change(path, "update closed_period set closed_by = 'someone else'");
    const { message } = left(await copy(inFile(path), inPostgres(url)));
    expect(message).toContain('is not empty, and holds something else than this sync database');
    expect(message).toContain('closed_period');
    const file = await filled(4);
    const before = await allRows(file);
    expect(left(await copy(inPostgres(url), inFile(file))).message).toContain('is not empty');
    expect(await allRows(file)).toStrictEqual(before);
  });

  it('leaves the file of another program as it is', async () => {
    const [path, other] = [await filled(7), newPath()];
    await change(other, 'create table theirs (name text)');
    expect(left(await copy(inFile(path), inFile(other))).message).toContain('it belongs to another program');
    expect(await allRows(other)).toStrictEqual({ theirs: [] });
  });

  it('is undone if a row of it differs from the original', async () => {
    const path = await filled(5);
    const url = await postgres().newDatabase();
    right(await right(await postgresStore(secret(url))()).close());
    await postgres().ask(
      url,
      `create function tax_nexus.spoil() returns trigger as 'begin new.note = ''spoiled''; return new; end' language plpgsql;
       create trigger spoil before insert on tax_nexus.decision for each row execute function tax_nexus.spoil()`,
    );
    expect(left(await copy(inFile(path), inPostgres(url))).message).toContain('The copy of the table decision differs');
    expect(await postgres().ask(url, 'select 1 from tax_nexus.run limit 1')).toStrictEqual([]);
    await postgres().ask(url, 'drop trigger spoil on tax_nexus.decision');
    expect(right(await copy(inFile(path), inPostgres(url))).isCopied).toBe(true);
  });

  it('waits for no other process: it is refused while one uses the source or the target', async () => {
    const path = await filled(6);
    const url = await postgres().newDatabase();
    const inUse = 'Another process uses';

    const open = right(await sqliteStore(path)());
    expect(left(await copy(inFile(path), inPostgres(url))).message).toContain(inUse);
    right(await open.close());

    const target = right(await postgresStore(secret(url))());
    expect(left(await copy(inFile(path), inPostgres(url))).message).toContain(inUse);
    right(await target.close());
    right(await copy(inFile(path), inPostgres(url)));

    const source = right(await postgresStore(secret(url))());
    expect(left(await copy(inPostgres(url), inFile(newPath()))).message).toContain(inUse);
    right(await source.close());
    // The connections of a host have other names, and a lease shows that its process works.
    const until = Date.now() + 60_000;
    await postgres().ask(url, `insert into tax_nexus.lease values ('us-store', 'elsewhere/1/a', ${until})`);
    expect(left(await copy(inPostgres(url), inFile(newPath()))).message).toContain(inUse);
  });

  it('names a file that is not there, and makes none', async () => {
    const path = newPath();
    expect(left(await copy(inFile(path), inFile(newPath()))).message).toContain('cannot be opened');
    expect(existsSync(path)).toBe(false);
  });

  it('of a file from a killed process has what its log holds', async () => {
    const path = newPath();
    const store = right(await sqliteStore(path)());
    right(await store.openRun(aRequest(), { id: 'run-1', at })());
    // What a kill leaves: the file with its log, and no process.
    const left = newPath();
    for (const ending of ['', '-wal']) copyFileSync(`${path}${ending}`, `${left}${ending}`);
    right(await store.close());
    const copied = right(await copy(inFile(left), inFile(newPath())));
    expect(copied.tables.find(({ table }) => table === 'run')).toMatchObject({ rows: 1 });
  });
});
