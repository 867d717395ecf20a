import {
  chmodSync,
  closeSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { loadSqliteDriver, openDatabaseFile } from '../../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { followOwnLinks } from '../../../src/domain/own-files.ts';
import { sampleRange } from '../../../sandbox/index.ts';
import { syncAll } from '../../support/a-world.ts';
import { cliWorlds } from '../../support/cli-worlds.ts';
import { left, right } from '../../support/right.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const world = cliWorlds();
const top = temporaryFolder();
const newFolder = (): string => mkdtempSync(join(top, 'planted-'));
const isRoot = process.getuid?.() === 0;
const neighbor = 4_321;

describe('an export into a folder where a neighbor planted files', () => {
  it('takes no mode and no owner of a file that waits for it', async () => {
    const { cli, folder } = await world({ shop: { orders: 3 } });
    await cli(syncAll);
    const out = join(folder, 'sales.csv');
    writeFileSync(out, 'planted');
    chmodSync(out, 0o666);
    writeFileSync(`${out}.unfinished`, 'planted');
    chmodSync(`${out}.unfinished`, 0o666);
    const target = join(folder, 'of-a-neighbor');
    expect(await cli(['export', '--from', sampleRange.from, '--to', sampleRange.to, '--out', out])).toMatchObject({
      code: 0,
    });
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${out}.unfinished`, 'utf8')).toBe('planted');
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toStrictEqual(['sales.csv.unfinished']);

    // Only root can make a link of another user.
    if (!isRoot) return;
    const link = join(folder, 'link.csv');
    symlinkSync(target, link);
    lchownSync(link, neighbor, neighbor);
    const refused = await cli(['export', '--from', sampleRange.from, '--to', sampleRange.to, '--out', link]);
    expect([refused.code, refused.err]).toStrictEqual([1, expect.stringContaining('another user made the link')]);
    expect(existsSync(target)).toBe(false);
  });
});

describe('a sync database where a neighbor planted files', () => {
  it('is for its owner alone, also where a link of the owner names a file that is not there', async () => {
    const folder = newFolder();
    const [link, target] = [join(folder, 'link.db'), join(folder, 'book.db')];
    symlinkSync('book.db', link);
    const warnings: string[] = [];
    const store = right(await sqliteStore(link, (message) => warnings.push(message))());
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(warnings).toStrictEqual([]);
    right(await store.close());
  });

  it('is refused behind a link of another user', async () => {
    const folder = newFolder();
    const link = join(folder, 'link.db');
    symlinkSync('theirs.db', link);
    const driver = right(await loadSqliteDriver());
    const user = isRoot ? { uid: 0, gid: 0 } : { uid: neighbor, gid: neighbor };
    if (isRoot) lchownSync(link, neighbor, neighbor);
    expect(left(openDatabaseFile(driver, link, user))).toMatchObject({
      problem: 'cannot open',
      message: expect.stringContaining('another user made'),
    });
    expect(existsSync(join(folder, 'theirs.db'))).toBe(false);
  });

  it.each([0o644, 0o640, 0o602])('that others may read or write (%o) gives a warning', async (mode) => {
    const path = join(newFolder(), 'book.db');
    closeSync(openSync(path, 'w'));
    chmodSync(path, mode);
    const warnings: string[] = [];
    const store = right(await sqliteStore(path, (message) => warnings.push(message))());
    expect(warnings).toStrictEqual([expect.stringContaining('chmod 600')]);
    right(await store.close());
  });

  it('prints that warning at a command', async () => {
    const { cli, store } = await world({ shop: { orders: 1 } });
    await cli(syncAll);
    chmodSync(store, 0o644);
    expect((await cli(['status'])).err).toContain('Other users of this machine may read or write the sync database');
  });
});

describe('links that are followed', () => {
  it('never lead in a circle for ever', () => {
    const links: Readonly<Record<string, string>> = { '/a': '/b', '/b': '/a' };
    const ports = {
      lstat: (path: string) => ({ uid: 1, isSymbolicLink: () => path in links }),
      target: (path: string) => links[path] ?? '',
    };
    expect(followOwnLinks(ports, { uid: 1 })('/a')).toStrictEqual(E.left('/a'));
  });
});
