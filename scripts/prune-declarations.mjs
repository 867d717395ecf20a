// Deletes the declarations that no entry point of the package reaches, so that an install stays small:
//
//   node scripts/prune-declarations.mjs <folder with package.json and dist>
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [, , folder = '.'] = process.argv;
const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const reached = new Set(
  Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : join(folder, types))),
);
for (const path of reached) {
  for (const [, from, imported] of readFileSync(path, 'utf8').matchAll(
    /\bfrom ['"](\.[^'"]+)['"]|\bimport\(['"](\.[^'"]+)['"]\)/g,
  )) {
    reached.add(join(dirname(path), (from ?? imported).replace(/\.[jt]s$/, '.d.ts')));
  }
}
for (const part of ['dist/src', 'dist/connectors']) {
  for (const name of readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, part, name);
    if (path.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
  }
}
