import { describe, expect, it } from '@jest/globals';
import { loadPgDriver } from '../../../src/store/postgres/driver.ts';
import { left, right } from '../../support/right.ts';

const Pool = function Pool(): void {
  return undefined;
};

describe('the driver of PostgreSQL', () => {
  it.each([
    ['by its name', { Pool }],
    ['as a whole', { default: { Pool } }],
  ])('is found where it is installed, exported %s', async (_, module) => {
    expect(right(await loadPgDriver(() => Promise.resolve(module)))).toStrictEqual({ Pool });
  });

  it.each([
    [
      'is not installed',
      () => Promise.resolve(Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })),
    ],
    ['is something else', () => Promise.resolve({ default: {} })],
  ])('that %s is asked for, with the way around it', async (_, load) => {
    const error = left(await loadPgDriver(load));
    expect(error).toMatchObject({ problem: 'cannot open', message: expect.stringContaining('npm install pg') });
    expect(error.message).toContain('sqlite:');
  });
});
