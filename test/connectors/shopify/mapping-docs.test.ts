import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** What the last column of a table row cites: a test file and the name of a test in it. */
const cited = [...read('../../../docs/mapping.md').matchAll(/\| `([\w-]+)`: \*(.+?)\* \|$/gm)].map(
  ([, file = '', name = '']): [string, string] => [file, name],
);

describe('the table of docs/mapping.md', () => {
  it('cites tests', () => {
    expect(cited.length).toBeGreaterThan(60);
  });

  it.each(cited)('%s: %s', (file, name) => {
    expect(read(`./${file}.test.ts`).replaceAll("\\'", "'")).toContain(name);
  });

  it('names a test for each of its rows', () => {
    const shopify = read('../../../docs/mapping.md').split('## Shopify, situation by situation')[1] ?? '';
    const rows = shopify.split('\n').filter((line) => /^\| (?!situation|---)/.test(line) && !line.startsWith('|---'));
    expect(rows.filter((row) => !/\| `[\w-]+`: \*.+?\* \|$/.test(row))).toStrictEqual([]);
  });
});
