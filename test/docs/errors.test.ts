import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { problemCodes } from '../../src/web/api/problem.ts';

/** Code, cause and cure of each row: the cure is its last sentence. */
const rows = [...readFileSync('docs/errors.md', 'utf8').matchAll(/^- `([A-Z_]+)`: (.+\.) ([A-Z].+)$/gm)].map(
  ([, code = '', cause = '', cure = '']) => ({ code, cause, cure }),
);

describe('the page of error codes', () => {
  it('has one row for each code, and no other', () => {
    expect(rows.map(({ code }) => code).sort()).toStrictEqual([...problemCodes].sort());
  });

  it.each(rows)('names cause and cure: $code', ({ cause, cure }) => {
    expect(cause).toMatch(/^\S.{10,}\.$/);
    expect(cure).toMatch(/^[A-Z].{10,}\.$/);
  });
});
