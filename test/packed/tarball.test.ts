import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { apps } from '../support/an-app.ts';
import { importsOf } from '../support/import-graph.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const app = await apps()({ type: 'module' });

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
      'AGENTS.md',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/chunks',
      'dist/connectors',
      'dist/sandbox',
      'dist/src',
      'llms.txt',
      'package.json',
      'sandbox/shopify',
    ]);
    expect(files.filter((path) => /^dist.*\.test\.|\.db|\.env|tsbuildinfo|\.map$/.test(path))).toStrictEqual([]);
  });

  it('contains each file that its entry points reach, and no other', () => {
    const reached = new Set(
      pathsIn([app.manifest['exports'], app.manifest['bin']]).map((path) => path.replace('./', '')),
    );
    for (const path of reached) {
      if (path.endsWith('.json')) continue;
      for (const specifier of importsOf(readFileSync(join(app.package, path), 'utf8'))) {
        const target = posix.join(posix.dirname(path), specifier);
        if (specifier.startsWith('.'))
          reached.add(path.endsWith('.d.ts') ? target.replace(/\.[jt]s$/, '.d.ts') : target);
      }
    }
    expect(reached.size).toBeGreaterThan(100);
    expect([...reached].filter((path) => !files.includes(path))).toStrictEqual([]);
    expect(files.filter((path) => path.startsWith('dist/') && !reached.has(path))).toStrictEqual([
      'dist/chunks/LICENSE-graphql',
    ]);
  });

  it('contains no path of the machine that built it', () => {
    const revealing = files.filter((path) => readFileSync(join(app.package, path), 'utf8').includes(root));
    expect(revealing).toStrictEqual([]);
  });

  it('contains at most 900 files', () => {
    expect(files.length).toBeLessThanOrEqual(900);
  });
});
