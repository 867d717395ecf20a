import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { apps, runIn } from '../support/an-app.ts';
import { importsOf } from '../support/import-graph.ts';
import { packedPackage } from '../support/packed-package.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tool = (path: string): string => join(root, 'node_modules', path);
const app = await apps()({ type: 'module' });
const tarball = await packedPackage();

const files = readdirSync(app.package, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => relative(app.package, join(parentPath, name)).replaceAll('\\', '/'));

/** Every path that the manifest names, whatever for. */
const pathsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(pathsIn);

describe('the tarball', () => {
  it('holds every file that its manifest names', () => {
    const named = pathsIn([app.manifest['exports'], app.manifest['bin']]).map((path) => path.replace('./', ''));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !files.includes(path))).toStrictEqual([]);
  });

  it('holds what the package needs and what a person reads, and nothing else', () => {
    const folders = new Set(files.map((path) => (path.includes('/') ? path.split('/', 2).join('/') : path)));
    const docs = [...folders].filter((path) => path.startsWith('docs/'));
    expect([...folders].filter((path) => !docs.includes(path)).sort()).toStrictEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/connectors',
      'dist/src',
      'package.json',
    ]);
    expect(files.filter((path) => /^dist.*\.test\.|\.db|\.env|tsbuildinfo|\.map$/.test(path))).toStrictEqual([]);
  });

  it('contains each declaration that its entry points reach, and no other', () => {
    const entries = pathsIn(app.manifest['exports']).filter((path) => path.endsWith('.js'));
    const reached = new Set(entries.map((path) => path.replace('./', '').replace(/\.js$/, '.d.ts')));
    for (const path of reached) {
      for (const specifier of importsOf(readFileSync(join(app.package, path), 'utf8'))) {
        if (specifier.startsWith('.'))
          reached.add(posix.join(posix.dirname(path), specifier.replace(/\.[jt]s$/, '.d.ts')));
      }
    }
    expect(reached.size).toBeGreaterThan(100);
    expect([...reached].filter((path) => !files.includes(path))).toStrictEqual([]);
    expect(files.filter((path) => path.endsWith('.d.ts') && !reached.has(path))).toStrictEqual([]);
  });

  it('contains no path of the machine that built it', () => {
    const revealing = files.filter((path) => readFileSync(join(app.package, path), 'utf8').includes(root));
    expect(revealing).toStrictEqual([]);
  });

  it('has every page of the docs that its pages link to', () => {
    const pages = files.filter((path) => path.endsWith('.md'));
    const broken = pages.flatMap((page) =>
      [...readFileSync(join(app.package, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => relative('.', join(page, '..', target)).replaceAll('\\', '/'))
        // Sources, pictures, and what only concerns the repository are looked at there: an install stays small.
        .filter((target) => target.startsWith('docs/') && !target.startsWith('docs/images/'))
        .filter((target) => !files.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, '')}/`)))
        .map((target) => `${page} links to ${target}`),
    );
    expect(broken).toStrictEqual([]);
  });

  it('pleases publint, with its suggestions taken as errors', async () => {
    const printed = await runIn(app, [tool('publint/src/cli.js'), 'run', tarball, '--strict']);
    expect(printed).toMatchObject({ code: 0 });
  }, 120_000);

  it('pleases attw: every entry has the types that it is', async () => {
    const printed = await runIn(app, [
      tool('@arethetypeswrong/cli/dist/index.js'),
      ...[tarball, '--profile', 'esm-only', '--no-emoji', '--no-color'],
    ]);
    expect(printed).toMatchObject({ code: 0, out: expect.stringContaining('"tax-nexus-sync/testing"') });
  }, 120_000);
});
