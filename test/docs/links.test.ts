import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const proseOf = (page: string): string => readFileSync(page, 'utf8').replaceAll(/```[\s\S]*?```/g, '');

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const brokenIn = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(/\]\((?!https?:)([^)\s]*)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => {
      const [path = '', anchor] = target.split('#', 2);
      const file = path === '' ? page : normalize(join(dirname(page), path));
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });

const reachable = (): ReadonlySet<string> => {
  const seen = new Set<string>(['README.md']);
  for (const page of seen) {
    for (const [, target = ''] of proseOf(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)) {
      const file = normalize(join(dirname(page), target));
      if (file.endsWith('.md') && existsSync(file)) seen.add(file);
    }
  }
  return seen;
};

describe('the docs', () => {
  it.each(pages)('link to what is there: %s', (page) => {
    expect(brokenIn(page)).toStrictEqual([]);
  });

  it('are all reached from the README', () => {
    const seen = reachable();
    expect(pages.filter((page) => !seen.has(page) && !page.startsWith('docs/decisions/'))).toStrictEqual([]);
  });
});
