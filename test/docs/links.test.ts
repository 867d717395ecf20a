import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const pages = [
  ...['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md'],
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

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((name) => `test/${name}`);

/** Whether a test is at the path; `*` stands for one part of it. */
const isTest = (path: string): boolean => {
  const parts = path.split('*').map((part) => part.replaceAll('.', '\\.'));
  return tests.some((name) => new RegExp(`^${parts.join('[^/]*')}$`).test(name));
};

describe('the docs', () => {
  it.each(pages)('link to what is there: %s', (page) => {
    expect(brokenIn(page)).toStrictEqual([]);
  });

  it('name tests that exist for each protection', () => {
    const named = [...readFileSync('SECURITY.md', 'utf8').matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !isTest(path))).toStrictEqual([]);
  });

  it('are all reached from the README', () => {
    const seen = reachable();
    expect(pages.filter((page) => !seen.has(page) && !page.startsWith('docs/decisions/'))).toStrictEqual([]);
  });
});
