import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as t from 'io-ts';
import { apps } from '../../support/an-app.ts';
import { importsOf } from '../../support/import-graph.ts';
import { packedPackage } from '../../support/packed-package.ts';
import { right } from '../../support/right.ts';

const app = await apps()({ type: 'module' });
const tarball = await packedPackage();

const unpacked = readdirSync(app.package, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => statSync(join(parentPath, name)).size);

/** Our own files that an import of a door loads at once; what is imported where it is needed is not among them. */
const loadedBy = (door: string): ReadonlySet<string> => {
  const seen = new Set([join(app.package, door)]);
  for (const path of seen) {
    const text = readFileSync(path, 'utf8').replaceAll(/\bimport\((?:'[^']*'|"[^"]*")\)/g, '');
    for (const specifier of importsOf(text)) if (specifier.startsWith('.')) seen.add(join(dirname(path), specifier));
  }
  return seen;
};

const bytesOf = (paths: Iterable<string>): number => [...paths].reduce((sum, path) => sum + statSync(path).size, 0);

/** What the files of a folder take on a disk, as `du` counts. */
const onDisk = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + Math.ceil(statSync(join(parentPath, name)).size / 4_096) * 4_096, 0);

const Lockfile = t.type({
  packages: t.record(
    t.string,
    t.partial({
      dependencies: t.record(t.string, t.string),
      peerDependencies: t.record(t.string, t.string),
      peerDependenciesMeta: t.record(t.string, t.type({ optional: t.boolean })),
    }),
  ),
});

/** The folders of what npm installs with the package, where the host has none of its peers. */
const installed = (): readonly string[] => {
  const { packages } = right(Lockfile.decode(JSON.parse(readFileSync('package-lock.json', 'utf8'))));
  const folders = new Set(['']);
  for (const folder of folders) {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[folder] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    for (const name of [...Object.keys(dependencies), ...peers]) {
      const own = `${folder}/node_modules/${name}`;
      folders.add(own in packages ? own : `node_modules/${name}`);
    }
  }
  return [...folders].filter((folder) => folder !== '');
};

/** In kB. A commit that raises it gives the reason. */
const budgets = [
  ['the tarball', 1_200, () => statSync(tarball).size],
  ['unpacked', 4_500, () => unpacked.reduce((sum, size) => sum + size, 0)],
  ['what an import of tax-nexus-sync loads of it', 850, () => bytesOf(loadedBy('dist/src/index.js'))],
  ['what an import of tax-nexus-sync/express loads of it', 12, () => bytesOf(loadedBy('dist/src/adapters/express.js'))],
  [
    'an install, with the library of Shopify for Node 20', // for Node 22 it is 4,000 larger
    72_000,
    () => [app.package, ...installed()].reduce((sum, path) => sum + onDisk(path), 0),
  ],
] as const;

describe('the size of the package', () => {
  it.each(budgets)('keeps its budget: %s, in kB at most %i', (_, budget, measure) => {
    const size = Math.ceil(measure() / 1000);
    expect(size).toBeGreaterThan(budget / 3); // a measure that sees nothing would always be content
    expect(size).toBeLessThanOrEqual(budget);
  });
});
