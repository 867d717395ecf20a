import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { madeOfSources } from './made-of-sources.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The command line, and what `screen-host.mjs` loads. */
const doors = ['src/cli/main.ts', 'src/app/create-tax-nexus.ts', 'src/adapters/node.ts', 'connectors/shopify/index.ts'];

/** Packages of the old kind ask for parts of Node by `require`, which a module has only if it makes one. */
const require =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);';

/** Both find their own files next to themselves. */
const options = [
  '--bundle',
  '--splitting',
  '--format=esm',
  '--platform=node',
  '--external:jiti',
  '--external:@photostructure/sqlite',
  '--log-level=warning',
];

const make = async (folder: string): Promise<void> => {
  await execute(
    process.execPath,
    [
      join(root, 'node_modules/esbuild/bin/esbuild'),
      ...options,
      `--banner:js=${require}`,
      '--outbase=.',
      `--outdir=${folder}`,
      ...doors,
    ],
    { cwd: root },
  );
};

/**
 * A folder with the command line as plain JavaScript (`src/cli/main.js`), compiled from the sources as they are now, in few
 * large files: a process starts with half the work of loading a thousand small ones. What is loaded late in the product is
 * loaded late here. The kills of a sync database in PostgreSQL, the examples and `npm run smoke` run it as it is published.
 *
 * Rejects with the bundler's message.
 */
export const builtCli = (): Promise<string> =>
  madeOfSources(
    'cli',
    ['src', 'connectors', 'sandbox', 'tsconfig.json', 'package-lock.json', 'test/support/built-cli.ts'],
    make,
  );
