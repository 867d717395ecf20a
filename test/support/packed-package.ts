import { execFile } from 'node:child_process';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isBuilt } from './is-built.ts';
import { madeOfSources } from './made-of-sources.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

const copied = [
  ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'AGENTS.md', 'llms.txt'],
  ...['docs', 'sandbox/shopify/schema'],
];
const sources = ['src', 'connectors', 'sandbox'];

/** What `npm run build` makes of the folders that are published; `npm run typecheck` has checked the types. */
const compile = async (folder: string): Promise<void> => {
  if (isBuilt(sources)) {
    for (const name of sources) cpSync(join(root, 'dist', name), join(folder, 'dist', name), { recursive: true });
    return;
  }
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { rootDir: root, outDir: join(folder, 'dist'), noCheck: true },
    include: sources.map((name) => join(root, name)),
  };
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify(settings));
  await execute(process.execPath, [join(root, 'node_modules/typescript-native/bin/tsc'), '-p', project]);
  rmSync(project);
};

const make = async (folder: string): Promise<void> => {
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  await compile(folder);
  // As `prepack` does.
  await execute(process.execPath, [join(root, 'scripts/bundle.mjs'), folder]);
  await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
};

const tarballIn = (folder: string): string => {
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error('npm pack made no tarball');
  return join(folder, name);
};

const packed = (): Promise<string> =>
  madeOfSources('packed', [...copied, ...sources, 'tsconfig.json', 'scripts'], make);

/**
 * The path of the tarball that `npm publish` would send off, made of the sources as they are now. Kept in `dist/` for as
 * long as they do not change, so that only the first suite that asks for it waits.
 *
 * Rejects with the message of the compiler or npm.
 */
export const packedPackage = async (): Promise<string> => tarballIn(await packed());

/** The `main.js` of the command line as it lies in that tarball, next to the dependencies of this checkout. */
export const shippedCli = async (): Promise<string> => join(await packed(), 'dist/src/cli/main.js');
