import { describe, expect, it } from '@jest/globals';
import { loadSqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { left, right } from '../../support/right.ts';

const module = { DatabaseSync: Object };
const missing = (name: string): Error => Object.assign(new Error(`no ${name}`), { code: 'ERR_MODULE_NOT_FOUND' });
const only =
  (name: string) =>
  (wanted: string): Promise<unknown> =>
    wanted === name ? Promise.resolve(module) : Promise.resolve(missing(wanted));

describe('loading SQLite', () => {
  it('prefers the one that is built into Node', async () => {
    const asked: string[] = [];
    const load = (name: string): Promise<unknown> => {
      asked.push(name);
      return Promise.resolve(module);
    };
    expect(right(await loadSqliteDriver(load))).toBe(module);
    expect(asked).toStrictEqual(['node:sqlite']);
  });

  it('takes the package where Node has none', async () => {
    expect(right(await loadSqliteDriver(only('@photostructure/sqlite')))).toBe(module);
  });

  it('names both remedies where there is neither', async () => {
    const error = left(await loadSqliteDriver(only('another')));
    expect(error.problem).toBe('cannot open');
    expect(error.message).toContain('Node 22.13');
    expect(error.message).toContain('npm install @photostructure/sqlite');
  });

  it('names the cause where the package is installed and cannot be loaded', async () => {
    const load = (name: string): Promise<Error> =>
      Promise.resolve(name === 'node:sqlite' ? missing(name) : new Error('No native build was found\nat a path'));
    const { message } = left(await loadSqliteDriver(load));
    expect(message).toMatch(/Loading @photostructure\/sqlite failed: No native build was found\. If a bundler/);
    expect(message).not.toMatch(/Loading node:sqlite|at a path/);
  });

  it('does not take a module for SQLite that has no database', async () => {
    expect(left(await loadSqliteDriver(() => Promise.resolve({ Database: Object })))).toMatchObject({
      _tag: 'StoreError',
    });
  });
});
