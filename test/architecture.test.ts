import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { floors, floorsForLint, forbiddenImports } from './support/floors.ts';
import {
  betweenFolders,
  circleIn,
  type ImportGraph,
  isRelative,
  importsOf,
  lazyImportsOf,
  readImports,
  targetOf,
} from './support/import-graph.ts';

const top = fileURLToPath(new URL('..', import.meta.url));
const graph = readImports(top, ['src', 'connectors', 'sandbox']);

describe('the floors', () => {
  it('are kept by every import: imports go down only', () => {
    expect(graph.size).toBeGreaterThan(50);
    expect(forbiddenImports(graph)).toStrictEqual([]);
  });

  it('have no circle of files', () => {
    expect(circleIn(graph)).toStrictEqual([]);
  });

  it.each([
    ['src/store', ['postgres', 'sql', 'sqlite']],
    ['connectors/shopify', ['admin', 'bulk', 'client', 'queries', 'read', 'records', 'to-sale', 'webhooks']],
    ['connectors/stripe', ['client', 'read', 'records', 'to-sale', 'webhooks']],
  ])('have no circle among the rooms of %s', (floor, names) => {
    const rooms = betweenFolders(graph, floor);
    expect([...rooms.keys()].sort()).toStrictEqual(names);
    expect(circleIn(rooms)).toStrictEqual([]);
  });

  it('have the same rooms in both connectors; Shopify alone needs queries, bulk operations and its admin', () => {
    const [shopify, stripe] = ['connectors/shopify', 'connectors/stripe'].map((floor) =>
      [...betweenFolders(graph, floor).keys()].sort(),
    );
    expect(stripe).toStrictEqual(shopify?.filter((room) => !['admin', 'bulk', 'queries'].includes(room)));
  });

  it('only name floors that lie below', () => {
    const order = Object.keys(floors);
    const climbing = order.flatMap((floor, index) =>
      (floors[floor]?.mayImport ?? []).filter((other) => order.indexOf(other) >= index).map((other) => [floor, other]),
    );
    expect(climbing).toStrictEqual([]);
  });
});

describe('the sources', () => {
  it('open, each before its imports, with what the file is for', () => {
    const isSaid = (path: string): boolean => /^(#!.*\n)?\/[*/]/.test(readFileSync(join(top, path), 'utf8'));
    expect([...graph.keys()].filter((path) => !isSaid(path))).toStrictEqual([]);
  });
});

describe('the product', () => {
  const isSandbox = (path: string): boolean => path.startsWith('sandbox/');
  const door = 'src/cli/declare-sandbox-commands.ts';

  it('reaches the sandbox by one import that is run when a person asks for it, and by nothing else', () => {
    const reached = [...graph].flatMap(([path, specifiers]) =>
      isSandbox(path)
        ? []
        : specifiers
            .filter((specifier) => isRelative(specifier) && isSandbox(targetOf(path, specifier)))
            .map((specifier) => `${path} -> ${targetOf(path, specifier)}`),
    );
    expect(reached).toStrictEqual([`${door} -> sandbox/commands/index.ts`]);
    expect(lazyImportsOf(readFileSync(join(top, door), 'utf8'))).toStrictEqual(['../../sandbox/commands/index.ts']);
  });
});

describe('the linter', () => {
  // After a change of the floors: FLOORS=write npm test -- test/architecture
  it('reports the floors in an editor as they are here', () => {
    const path = fileURLToPath(new URL('../.oxlintrc.json', import.meta.url));
    const settings = JSON.parse(readFileSync(path, 'utf8')) as { readonly overrides: readonly unknown[] };
    const before = settings.overrides.slice(0, 3);
    if (process.env['FLOORS'] === 'write') {
      writeFileSync(path, `${JSON.stringify({ ...settings, overrides: [...before, ...floorsForLint] }, null, 2)}\n`);
    } else {
      expect(settings.overrides.slice(3)).toStrictEqual(floorsForLint);
    }
  });
});

describe('the command line', () => {
  /** Names and types of results: what a command prints. */
  const labels = [
    ...['reasons/reasons', 'review-link', 'report', 'reconciliation', 'explanation', 'thresholds/exposure'],
    ...['parts-of-sale', 'tie-out', 'why-ended', 'describe-request'],
  ].map((name) => `src/reconcile/${name}.ts`);

  /** The promises of the plugin, and what makes one for a command. */
  const promises = [
    ...['command', 'command-ports', 'event-hub', 'json-lines', 'settings'],
    ...['tax-nexus', 'tax-nexus-error'],
  ].map((name) => `src/app/plugin/${name}.ts`);

  it('does what it does by the promises of the plugin, and not by the parts below them', () => {
    const below = /^src\/(?:pipeline|live|reconcile|operations|store|service|app\/plugin)\//;
    const direct = [...graph].flatMap(([path, specifiers]) =>
      path.startsWith('src/cli/')
        ? specifiers
            .map((specifier) => targetOf(path, specifier))
            .filter((target) => below.test(target) && ![...labels, ...promises].includes(target))
            .map((target) => `${path} -> ${target}`)
        : [],
    );
    expect(direct).toStrictEqual([]);
  });
});

const importing = (path: string, ...specifiers: readonly string[]): ImportGraph => new Map([[path, specifiers]]);

describe('the guard of the floors', () => {
  it.each([
    ['upwards', 'src/domain/a.ts', '../mapping/b.ts', 'src/mapping/b.ts'],
    ['from a connector to the pipeline', 'connectors/stripe/a.ts', '../../src/pipeline/b.ts', 'src/pipeline/b.ts'],
    ['from one connector to the other', 'connectors/stripe/a.ts', '../shopify/b.ts', 'connectors/shopify/b.ts'],
    ['between neighbors', 'src/pipeline/a.ts', '../store/b.ts', 'src/store/b.ts'],
    ['between sync databases', 'src/store/postgres/a.ts', '../sqlite/b.ts', 'src/store/sqlite/b.ts'],
    ['to a connector, but from the app', 'src/cli/a.ts', '../../connectors/shopify/b.ts', 'connectors/shopify/b.ts'],
    ['to the public face', 'src/cli/a.ts', '../index.ts', 'src/index.ts'],
    ['to the sandbox', 'src/app/a.ts', '../../sandbox/b.ts', 'sandbox/b.ts'],
    [
      'to the sandbox, from a command',
      'src/cli/commands/a.ts',
      '../../../sandbox/commands/b.ts',
      'sandbox/commands/b.ts',
    ],
    ['from a stand-in to a command', 'sandbox/a.ts', './commands/b.ts', 'sandbox/commands/b.ts'],
    ['from a stand-in to the product', 'sandbox/stripe/a.ts', '../../src/service/b.ts', 'src/service/b.ts'],
    ['to the tests', 'src/domain/a.ts', '../../test/support/a-sale.ts', 'test/support/a-sale.ts'],
    ['of a package that the floor does without', 'src/domain/a.ts', 'got', 'got'],
    ['of what is built into Node, in the core', 'src/domain/a.ts', 'node:fs', 'node:fs'],
    ['of the other platform’s SDK', 'connectors/shopify/a.ts', 'stripe', 'stripe'],
  ])('names an import %s', (_, path, specifier, target) => {
    expect(forbiddenImports(importing(path, specifier))).toStrictEqual([`${path} -> ${target}`]);
  });

  it('names a file that stands on no floor', () => {
    expect(forbiddenImports(importing('src/helpers/a.ts'))).toHaveLength(1);
  });

  it('lets imports go down, and stay in their folder', () => {
    const fine = new Map([
      ['src/app/a.ts', ['../../connectors/shopify/b.ts', '../store/sqlite/b.ts', './b.ts', 'node:fs/promises']],
      ['src/store/sqlite/a.ts', ['../rows.ts', '../../domain/run.ts', 'kysely']],
      ['src/domain/a.ts', ['fp-ts/lib/Either.js', 'dinero.js/bigint', 'node:crypto']],
    ]);
    expect(forbiddenImports(fine)).toStrictEqual([]);
  });

  it('finds a cycle, and names its files', () => {
    const circle = new Map([
      ['src/domain/a.ts', ['./b.ts', 'io-ts']],
      ['src/domain/b.ts', ['./deep/c.ts']],
      ['src/domain/deep/c.ts', ['../b.ts']],
    ]);
    expect(circleIn(circle)).toStrictEqual(['src/domain/b.ts', 'src/domain/deep/c.ts', 'src/domain/b.ts']);
  });

  it('finds a circle of folders though there is none of files', () => {
    const circle = new Map([
      ['src/pipeline/a/one.ts', ['../b/two.ts', '../ports.ts']],
      ['src/pipeline/b/two.ts', ['../ports.ts']],
      ['src/pipeline/b/three.ts', ['../a/four.ts', 'io-ts']],
      ['src/pipeline/a/four.ts', ['./five.ts']],
    ]);
    expect(circleIn(circle)).toStrictEqual([]);
    expect(circleIn(betweenFolders(circle, 'src/pipeline'))).toStrictEqual(['a', 'b', 'a']);
  });

  it('sees every kind of import', () => {
    const text = `
      import a from 'a';
      import { type B } from 'b';
      import type { C } from 'c';
      export * from 'd';
      const e = () => import('e');
      // import f from 'f';
      import 'g';
    `;
    expect(importsOf(text)).toStrictEqual(['a', 'b', 'c', 'd', 'e', 'g']);
  });
});
