import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { commandsOf, inlineCommands, shellBlocks } from '../support/shell-blocks.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Record<string, string> };

/** The first command that `npm run` of a script starts. */
const firstOf = (name: string): string => {
  const [first = ''] = (scripts[`pre${name}`] ?? scripts[name] ?? '').split(' && ');
  const [, other] = /^npm run ([a-z:-]+)/.exec(first) ?? [];
  return other === undefined ? first : firstOf(other);
};

const lines = [...shellBlocks.flatMap(({ text }) => commandsOf(text)), ...inlineCommands];
const named = new Set(
  lines.flatMap((line) => [...line.matchAll(/\bnpm (?:run (?:-\S+ )*)?([a-z][a-z:-]*)/g)].map(([, name = '']) => name)),
);
const documented = [...named].filter((name) => scripts[name] !== undefined);

describe('a script that the docs name', () => {
  it('is one of many', () => {
    expect(documented).toStrictEqual(
      expect.arrayContaining(['start', 'test', 'test:all', 'campaigns', 'bench', 'lint']),
    );
  });

  it.each(documented)('installs first what it needs: npm run %s', (name) => {
    expect(firstOf(name)).toMatch(/^node scripts\/ensure-dependencies\.mjs/);
  });
});

it('CI runs the tests of each kind whole', async () => {
  const { default: config } = (await import(pathToFileURL(resolve('jest.config.mjs')).href)) as {
    readonly default: { readonly projects: readonly { readonly displayName: string }[] };
  };
  const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as {
    readonly jobs: { readonly all: { readonly strategy: { readonly matrix: { readonly kind: readonly string[] } } } };
  };
  expect(jobs.all.strategy.matrix.kind).toStrictEqual(config.projects.map(({ displayName }) => displayName));
});
