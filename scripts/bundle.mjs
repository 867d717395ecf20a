// Replaces what `tsc` wrote by what is published: per entry point one file of code and one of types, and the chunks that
// they share. An install stays small, and each type keeps its comment.
//
//   node scripts/bundle.mjs <folder with package.json and dist>
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { transform } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const folder = resolve(process.argv[2] ?? '.');
const { bin, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const dist = join(folder, 'dist');
const made = mkdtempSync(join(folder, 'bundle-'));
const doors = Object.values(exports).filter(({ types }) => types !== undefined);

const inputs = (paths, ending) =>
  Object.fromEntries(paths.map((path) => [path.slice('./dist/'.length, -ending.length), join(folder, path)]));

// Of the sandbox alone, which few hosts start: the package carries the 150 kB that it uses, and no host installs the 2.2 MB.
const graphql = dirname(createRequire(import.meta.url).resolve('graphql/package.json'));
const licenseOfGraphql = readFileSync(join(graphql, 'LICENSE'), 'utf8');
const isGraphql = (id) => id.startsWith(graphql);
const carriedGraphql = { name: 'graphql', resolveId: (id) => (id === 'graphql' ? join(graphql, 'index.mjs') : null) };

const write = async (input, ending, plugin) => {
  const bundle = await rollup({
    input,
    external: (id) => !/^[./]|^[A-Z]:/.test(id) && id !== 'graphql',
    plugins: [plugin].flat(),
    onLog: () => undefined, // on types that only their own file uses
  });
  await bundle.write({
    dir: made,
    entryFileNames: `[name]${ending}`,
    chunkFileNames: `chunks/[name]-[hash]${ending}`,
    manualChunks: (id) => (isGraphql(id) ? 'graphql' : null),
    banner: ({ moduleIds }) => (moduleIds.some(isGraphql) ? `/*!\n${licenseOfGraphql}*/` : ''),
    hoistTransitiveImports: false,
    experimentalMinChunkSize: 5_000, // more of them, and an import of a small entry point loads what it does not need
    minifyInternalExports: true,
  });
};

const code = { target: 'node20', charset: 'utf8' };
// Node prints the line of an uncaught error: lines stay short enough to read.
const dense = { ...code, minify: true, lineLimit: 900 };

// Without comments, which the types have, and with short local names: they are a tenth of the package. A stack trace still has the
// line and column, which a bundle of the same version without `minifyIdentifiers` resolves.
const bare = {
  name: 'bare',
  transform: async (text) => (await transform(text, code)).code,
  renderChunk: async (text) => (await transform(text, { ...dense, format: 'esm' })).code,
};

await write(inputs([...Object.values(bin), ...doors.map((door) => door.default)], '.js'), '.js', [
  carriedGraphql,
  bare,
]);
// Types are indented by one blank a level.
const narrow = {
  name: 'narrow',
  renderChunk: (text) => text.replaceAll(/^(?: {2})+(?! )/gm, (blanks) => ' '.repeat(blanks.length / 2)),
};

await write(
  inputs(
    doors.map((door) => door.types),
    '.d.ts',
  ),
  '.d.ts',
  [dts({ tsconfig: false, compilerOptions: { skipLibCheck: true } }), narrow],
);

rmSync(dist, { recursive: true });
renameSync(made, dist);
