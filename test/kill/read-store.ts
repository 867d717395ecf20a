import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as t from 'io-ts';
import { loadSqliteDriver } from '../../src/store/sqlite/driver.ts';
import { right } from '../support/right.ts';
import type { Kept } from './checker.ts';

/** Loaded once: jest cannot load one module twice at the same time. */
export const { DatabaseSync } = right(await loadSqliteDriver());

const Rows = t.readonlyArray(t.type({ id: t.string, status: t.string }));
const IntegrityCheck = t.readonlyArray(t.type({ integrity_check: t.string }));

/** Copies the file and its log as they lie on the disk: what a power cut would leave, or an old backup. */
export const copyBook = (from: string, to: string): void => {
  for (const suffix of ['', '-wal']) {
    rmSync(`${to}${suffix}`, { force: true });
    if (existsSync(`${from}${suffix}`)) copyFileSync(`${from}${suffix}`, `${to}${suffix}`);
  }
  // The index of the log is made again.
  rmSync(`${to}-shm`, { force: true });
};

/** What the book believes, read from a copy with plain SQL, so that looking changes nothing. None before it has tables. */
export const readStoredSubmissions = (path: string): readonly Kept[] => {
  const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-copy-'));
  const copy = join(folder, 'book.db');
  copyBook(path, copy);
  const database = new DatabaseSync(copy);
  try {
    const integrity: unknown = database.prepare('pragma integrity_check').all();
    if (!IntegrityCheck.is(integrity) || integrity[0]?.integrity_check !== 'ok')
      throw new Error('the sync database is damaged');
    const tables = database.prepare("select name from sqlite_master where name = 'submission'").all();
    if (tables.length === 0) return [];
    const rows: unknown = database.prepare('select id, status from submission').all();
    if (!Rows.is(rows)) throw new Error('the sync database has another layout');
    return rows;
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
};
