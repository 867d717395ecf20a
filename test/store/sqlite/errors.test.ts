import { describe, expect, it } from '@jest/globals';
import { toSqliteError } from '../../../src/store/sqlite/errors.ts';

const explain = toSqliteError('./tax-nexus.db');
const failure = (fields: object): Error => Object.assign(new Error('CANARY_ADDR'), fields);

describe('explaining a failure of SQLite', () => {
  it.each([
    [5, 'busy'],
    [6, 'busy'],
    [8, 'read only'],
    [11, 'corrupt'],
    [13, 'disk full'],
    [14, 'cannot open'],
    [26, 'corrupt'],
    [19, 'other'],
  ])('knows the code %i', (errcode, problem) => {
    expect(explain(failure({ code: 'ERR_SQLITE_ERROR', errcode })).problem).toBe(problem);
  });

  it('looks at the primary part of an extended code', () => {
    // SQLITE_READONLY_DBMOVED and SQLITE_BUSY_SNAPSHOT.
    expect([1032, 517].map((errcode) => explain(failure({ errcode })).problem)).toStrictEqual(['read only', 'busy']);
  });

  it.each([
    ['database or disk is full', 'disk full'],
    ['attempt to write a readonly database', 'read only'],
    ['database disk image is malformed', 'corrupt'],
    ['database is locked', 'busy'],
    ['UNIQUE constraint failed: run_line.version', 'other'],
    ['no such column: digest', 'newer version'],
    ['table submission has no column named digest', 'newer version'],
  ])('knows "%s" where the driver gives no code', (message, problem) => {
    expect(explain(Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' })).problem).toBe(problem);
  });

  it('distinguishes a column that is gone from other problems of the code 1', () => {
    const problemOf = (message: string): string =>
      explain(Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode: 1 })).problem;
    expect([problemOf('no such column: digest'), problemOf('near "from": syntax error')]).toStrictEqual([
      'newer version',
      'other',
    ]);
  });

  it.each([
    ['EACCES', 'read only'],
    ['EROFS', 'read only'],
    ['ENOSPC', 'disk full'],
    ['ENOENT', 'cannot open'],
  ])('knows the code %s of the file system', (code, problem) => {
    expect(explain(failure({ code })).problem).toBe(problem);
  });

  it('names the book and the codes, and never repeats what the driver printed', () => {
    const { message } = explain(failure({ code: 'ERR_SQLITE_ERROR', errcode: 19 }));
    expect(message).toContain('./tax-nexus.db');
    expect(message).toContain('ERR_SQLITE_ERROR 19');
    expect(message).not.toContain('CANARY');
  });

  it('survives what is not an error at all', () => {
    expect([undefined, null, 'text', 7].map((thrown) => explain(thrown).problem)).toStrictEqual(Array(4).fill('other'));
  });
});
