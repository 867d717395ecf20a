import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncStore } from '../../../src/domain/sync-store.ts';
import { storeOverSqlite } from '../../../src/store/sqlite/store-over-sqlite.ts';
import { loadSqliteDriver, openDatabaseFile, type SqliteDatabase } from '../../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { aCommit, anAdjustment, aReportLine, anIntent, aRequest } from '../../support/a-report-line.ts';
import { left, right } from '../../support/right.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const at = '2026-04-01T00:00:00Z';
const folder = temporaryFolder();
let files = 0;
const newFile = (): string => join(folder, `book-${++files}.db`);

const openRaw = async (path: string): Promise<SqliteDatabase> =>
  right(openDatabaseFile(right(await loadSqliteDriver()), path)).database;

/** A book with a run and an open intent, and the database under it. */
const bookInUse = async (path: string): Promise<{ readonly store: SyncStore; readonly database: SqliteDatabase }> => {
  const database = await openRaw(path);
  const store = right(await storeOverSqlite(database, path, 20)());
  right(await store.openRun(aRequest(), { id: 'run-1', at })());
  right(await store.saveIntents([anIntent({ body: 'frozen' })], at)());
  return { store, database };
};

const largePage = aCommit('run-1', {
  checkpoint: { window: '2026-01', next: O.some('page-2') },
  lines: Array.from({ length: 200 }, (_, index) => aReportLine({ id: `entry-${index}`, message: 'x'.repeat(500) })),
  settledIntents: [{ id: anIntent().id, status: 'confirmed' }],
});

const expectUntouched = async (store: SyncStore): Promise<void> => {
  const { id, name } = anIntent();
  const known = right(
    await store.lookUpTransactions('run-1', [
      { id, name },
      { id: 'entry-0', name: '' },
    ])(),
  );
  expect(known.submissions.get(id)).toMatchObject({ status: 'intent', body: 'frozen' });
  expect(known.settledInRun.size).toBe(0);
  expect(known.remoteById.size).toBe(0);
  expect(right(await store.readCheckpoint('run-1', 'us-store', '2026-01')())).toStrictEqual({
    cursor: O.none,
    done: false,
  });
  expect(right(await store.summarizeRun('run-1')()).counts).toMatchObject({ succeeded: 0 });
};

describe('a sync database in an SQLite file that fails', () => {
  it('writes nothing of a page when the disk is full, and all of it when there is room again', async () => {
    const { store, database } = await bookInUse(newFile());
    const rows = database.prepare('pragma page_count').all();
    database.exec(`pragma max_page_count = ${Number(Object.values(rows[0] ?? {})[0]) + 3}`);

    const error = left(await store.commitPage(largePage, at)());
    expect(error).toMatchObject({ problem: 'disk full', message: expect.stringContaining('Free some space') });
    await expectUntouched(store);

    database.exec('pragma max_page_count = 100000');
    right(await store.commitPage(largePage, at)());
    expect(right(await store.summarizeRun('run-1')()).counts).toMatchObject({ succeeded: 200 });
    right(await store.close());
  });

  it('takes back what it had written when a page fails half way', async () => {
    const { store, database } = await bookInUse(newFile());
    database.exec("create trigger trap before insert on adjustment begin select raise(abort, 'trap'); end");
    const page = {
      ...largePage,
      lines: [...largePage.lines, aReportLine({ id: 'last', adjustments: [anAdjustment()] })],
    };
    expect(left(await store.commitPage(page, at)())).toMatchObject({ problem: 'other' });
    await expectUntouched(store);
    database.exec('drop trigger trap');
    right(await store.commitPage(page, at)());
    right(await store.close());
  });

  it('says so when it may not write any more, and still reads', async () => {
    const { store, database } = await bookInUse(newFile());
    database.exec('pragma query_only = on');
    const error = left(await store.commitPage(largePage, at)());
    expect(error).toMatchObject({ problem: 'read only', message: expect.stringContaining('the right to write') });
    await expectUntouched(store);
    right(await store.close());
  });

  it('says so when another process keeps it locked', async () => {
    const path = newFile();
    const { store } = await bookInUse(path);
    const other = await openRaw(path);
    other.exec('begin immediate');
    const error = left(await store.commitPage(largePage, at)());
    expect(error).toMatchObject({ problem: 'busy', message: expect.stringContaining('Another process') });
    other.exec('rollback');
    other.close();
    await expectUntouched(store);
    right(await store.commitPage(largePage, at)());
    right(await store.close());
  });

  it('does not take a file for a book that is something else, and leaves it as it was', async () => {
    const path = newFile();
    const content = 'this is a letter, not a database. '.repeat(300);
    writeFileSync(path, content);
    const error = left(await sqliteStore(path)());
    expect(error).toMatchObject({ problem: 'corrupt', message: expect.stringContaining('nothing is doubled') });
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('says so when the file is damaged', async () => {
    const path = newFile();
    const { store } = await bookInUse(path);
    right(await store.commitPage(largePage, at)());
    right(await store.close());
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xff, 4096));
    expect(left(await sqliteStore(path)())).toMatchObject({
      problem: 'corrupt',
      message: expect.stringContaining('Move it away'),
    });
  });

  it('refuses a book of a newer version, and changes nothing in it', async () => {
    const path = newFile();
    const { store } = await bookInUse(path);
    right(await store.close());
    const raw = await openRaw(path);
    const content = (): readonly unknown[] => [
      raw.prepare('select sql from sqlite_master order by name').all(),
      raw.prepare('select * from kysely_migration order by name').all(),
      raw.prepare('select * from run').all(),
    ];
    raw.exec("insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030-01-01')");
    const before = content();
    const error = left(await sqliteStore(path)());
    expect(error).toMatchObject({ problem: 'newer version', message: expect.stringContaining('9999-from-the-future') });
    expect(content()).toStrictEqual(before);
    raw.close();
  });

  it.each([
    ['its folder is not there', () => join(folder, 'nowhere', 'book.db')],
    ['it is a folder', () => folder],
    [
      'its folder is a file',
      () => {
        const file = join(folder, 'not-a-folder');
        writeFileSync(file, '');
        return join(file, 'book.db');
      },
    ],
  ])('cannot be opened when %s, and says which path is meant', async (_, makePath) => {
    const path = makePath();
    const error = left(await sqliteStore(path)());
    expect(error).toMatchObject({ problem: 'cannot open', message: expect.stringContaining(path) });
  });

  const isRoot = process.getuid?.() === 0;
  (isRoot ? it.skip : it)(
    'asks for the right to write when its folder is read only (root may write anyhow)',
    async () => {
      const closed = join(folder, 'closed');
      mkdirSync(closed);
      chmodSync(closed, 0o500);
      expect(left(await sqliteStore(join(closed, 'book.db'))())).toMatchObject({ problem: 'read only' });
    },
  );

  it('is readable for its owner only', async () => {
    const path = newFile();
    const { store } = await bookInUse(path);
    expect([path, `${path}-wal`].map((file) => statSync(file).mode & 0o077)).toStrictEqual([0, 0]);
    right(await store.close());
  });

  it('answers after it was closed that it was, and may be closed twice', async () => {
    const { store } = await bookInUse(newFile());
    right(await store.close());
    right(await store.close());
    expect(left(await store.summarizeRun('run-1')())).toMatchObject({ message: expect.stringContaining('closed') });
  });

  it('keeps two names apart that differ behind a NUL', async () => {
    const { store } = await bookInUse(newFile());
    const transactions = [{ id: 'a', name: 'order\0 one', shown: null }];
    right(await store.saveRemoteIndexPage({ scan: 1, transactions, next: O.none, completesScan: true })());
    const wanted = [{ id: 'b', name: 'order' }];
    expect(right(await store.lookUpTransactions('run-1', wanted)()).remoteByName.size).toBe(0);
    right(await store.close());
  });
});
