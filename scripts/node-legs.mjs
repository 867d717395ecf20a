// The other lines of Node that we promise, on this machine: each comes from npm into node_modules/.node-legs, and runs the
// smoke test of what `npm run build` made, require() of every door, and the suites that touch what differs between the lines.
// The line that runs this is left out: it has the whole of the tests. `-- 20 24` takes these lines alone, whatever runs this.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The oldest that we promise, and the newest of the lines after it when this was written. */
const versions = { 20: '20.19.6', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };
/** The versions of Shopify's library that need a newer Node than the oldest; this checkout has 13. */
const libraries = { 22: '14.0.1', 24: '15.0.0', 26: '15.0.0' };
const tokens = 'session-tokens|library-calls|migrate-token|verified-by-the-library';
const suites = ['test/store/sqlite', 'test/domain/date-range', `test/connectors/shopify/(${tokens})`];

const [own] = process.versions.node.split('.');
const asked = process.argv.slice(2);
const lines = Object.keys(versions).filter((line) => (asked.length > 0 ? asked.includes(line) : line !== own));

const run = (command, words, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    const hear = (text) => (printed += text);
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', (error) => resolve({ code: 1, printed: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, printed }));
  });

const platform = process.platform === 'win32' ? 'win' : process.platform;
const name = `node-${platform}-${process.arch}`;

/** By folder: two lines may need the same library, and two installs at once would break each other. */
const installs = new Map();

/** The path of a file of a package in a separate folder, installed when it is not there yet. */
const fileOf = (name, spec, file) => {
  const folder = join('node_modules', '.node-legs', name);
  const path = resolve(folder, 'node_modules', file);
  if (!installs.has(folder)) installs.set(folder, existsSync(path) ? path : install(folder, spec, path));
  return installs.get(folder);
};

const install = async (folder, spec, path) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const words = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', spec];
  const { code, printed } = await run('npm', words, { cwd: folder, shell: process.platform === 'win32' });
  if (code !== 0 || !existsSync(path)) throw new Error(`npm has no ${spec} for this machine: ${printed}`);
  return path;
};

const doors = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).exports).map(
  (door) => `tax-nexus-sync${door.slice(1)}`,
);
const requires = `
const quiet = process.emitWarning;
process.emitWarning = (warning) => { throw new Error('a warning: ' + warning); };
for (const door of ${JSON.stringify(doors)}) if (Object.keys(require(door)).length === 0) throw new Error(door);
process.emitWarning = quiet;`;

const checks = [
  ['smoke', ['test/smoke.mjs']],
  ['require()', ['--input-type=commonjs', '-e', requires]],
  ['globals', ['test/support/changed-globals.mjs', '--expect-none', ...doors]],
  ['globals, fetch unused', ['test/support/changed-globals.mjs', '--expect-none', '--fetch-unused', ...doors]],
  [
    suites.join(', '),
    ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', ...suites, '--silent'],
  ],
];

const leg = async (line) => {
  const version = versions[line];
  const program = join(name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const node = await fileOf(version, `${name}@${version}`, program);
  const library = libraries[line];
  const manifest =
    library === undefined
      ? undefined
      : await fileOf(`shopify-api-${library}`, `@shopify/shopify-api@${library}`, '@shopify/shopify-api/package.json');
  const env = { ...process.env, ...(manifest !== undefined && { SHOPIFY_LIBRARY: dirname(manifest) }) };
  const began = Date.now();
  for (const [what, words] of checks) {
    const { code, printed } = await run(node, words, { env });
    if (code !== 0) throw new Error(`Node ${version}, ${what}:\n${printed}`);
  }
  console.log(
    `Node ${version}: ${checks.map(([what]) => what).join(', ')}: well, in ${Math.round((Date.now() - began) / 1000)} s`,
  );
};

const ends = await Promise.allSettled(lines.map(leg));
for (const { reason } of ends) {
  if (reason === undefined) continue;
  console.error(reason.message);
  process.exitCode = 1;
}
