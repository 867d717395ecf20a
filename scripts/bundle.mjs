// Replaces what `tsc` wrote by what is published: per entry point one file of code and one of types, and the chunks that
// they share. Code keeps its lines and names, so that a stack trace can be read. Source maps with the sources would make the
// tarball three times as large.
//
//   node scripts/bundle.mjs <folder with package.json and dist>
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? '.');
const { bin, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const dist = join(folder, 'dist');
const made = mkdtempSync(join(folder, 'bundle-'));
const doors = Object.values(exports).filter(({ types }) => types !== undefined);

const nameOf = (path, ending) => path.slice('./dist/'.length, -ending.length);
const code = [...Object.values(bin), ...doors.map((door) => door.default)].map((path) => nameOf(path, '.js'));
const types = doors.map((door) => nameOf(door.types, '.d.ts'));

// Of the sandbox alone, which few hosts start: the package carries the 150 kB that it uses, and no host installs the 2.2 MB.
const graphql = dirname(createRequire(import.meta.url).resolve('graphql/package.json'));

const { metafile } = await build({
  metafile: true,
  absWorkingDir: root,
  entryPoints: Object.fromEntries(code.map((name) => [name, `${name}.ts`])),
  outdir: made,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8',
  packages: 'external',
  alias: { graphql: join(graphql, 'index.mjs') },
  logLevel: 'error',
});
cpSync(join(graphql, 'LICENSE'), join(made, 'chunks', 'LICENSE-graphql'));

const bundle = await rollup({
  input: Object.fromEntries(types.map((name) => [name, join(dist, `${name}.d.ts`)])),
  external: (id) => !/^[./]|^[A-Z]:/.test(id),
  plugins: [dts({ tsconfig: false, compilerOptions: { skipLibCheck: true } })],
  onLog: () => undefined, // on types that only their own file uses
});
await bundle.write({
  dir: made,
  entryFileNames: '[name].d.ts',
  chunkFileNames: 'chunks/[name]-[hash].d.ts',
  hoistTransitiveImports: false,
  experimentalMinChunkSize: 5_000,
  minifyInternalExports: false,
});

// What does not exist at run time is exported as a type, also where the sources declare a type and a value under one name.
for (const [file, { exports: values }] of Object.entries(metafile.outputs)) {
  const name = relative(made, resolve(root, file)).replaceAll('\\', '/').replace(/\.js$/, '');
  if (!types.includes(name)) continue;
  const path = join(made, `${name}.d.ts`);
  const withType = (one) => (values.includes(one.split(' as ').at(-1)) ? one : `type ${one}`);
  const exported = (_, list) => `export { ${list.trim().split(/,\s*/).map(withType).join(', ')} }`;
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/^export \{([^}]*)\}/gm, exported));
}

rmSync(dist, { recursive: true });
renameSync(made, dist);
