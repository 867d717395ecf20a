import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const shopify = readFileSync('docs/mapping.md', 'utf8').split('## Shopify, situation by situation')[1] ?? '';

const rowsOf = (section: string): readonly string[] => section.split('\n').filter((line) => line.startsWith('- '));

/** The test files that a section names, and the parts of test names at the end of its rows. */
const sections = shopify.split(/^### /m).map((section) => ({
  files: [...(/^Tests: (.*)$/m.exec(section)?.[1] ?? '').matchAll(/`([\w/-]+)`/g)].map(([, file = '']) => file),
  cited: rowsOf(section).map((row) => / \*([^*]+)\*$/.exec(row)?.[1] ?? `no test: ${row}`),
}));

const textOf = (file: string): string =>
  readFileSync(`${file.includes('/') ? file : `test/connectors/shopify/${file}`}.test.ts`, 'utf8').replaceAll(
    "\\'",
    "'",
  );

const cited = sections.flatMap(({ files, cited: names }) => names.map((name) => [name, files] as const));

describe('each row of docs/mapping.md', () => {
  it('is found', () => {
    expect(cited.length).toBeGreaterThan(90);
  });

  it.each(cited)('cites a test of one of the files of its section: %s', (name, files) => {
    expect(files.filter((file) => textOf(file).includes(name))).toHaveLength(1);
  });

  it('is in a section that names no other file', () => {
    const needless = ({ files, cited: names }: (typeof sections)[number]): readonly string[] =>
      files.filter((file) => !names.some((name) => textOf(file).includes(name)));
    expect(sections.flatMap(needless)).toStrictEqual([]);
  });
});
