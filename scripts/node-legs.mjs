// The other lines of Node that we promise, on this machine: each comes from npm into node_modules/.node-legs, and runs the
// smoke test of what `npm run build` made, require() of every door, and the suites that touch what differs between the lines.
// The line that runs this is left out: it has the whole of the tests. Then come the versions of peers that this checkout does
// not have, each with the suites that use it. `-- 20 24` takes these lines alone, and `-- stripe` the versions of this peer.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The oldest that we promise, and the newest of the lines after it when this was written. */
const versions = { 20: '20.19.6', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };
const tokens = 'session-tokens|library-calls|migrate-token|verified-by-the-library';
const tokenSuites = `test/connectors/shopify/(${tokens})`;
const suites = ['test/store/sqlite', 'test/domain/date-range', tokenSuites];
const workerSuites = [
  'test/store/postgres/jobs-side-by-side',
  'test/live/page-task',
  'test/app/plugin/long/shared-runs',
];

/** The oldest supported version of each major that this checkout does not have, on a line of Node that can run it. */
const stripes = ['18.0.0', '19.0.0', '20.0.0', '21.0.0', '22.0.0'];
const peers = [
  ...stripes.map((version) => ['stripe', version, 20, 'test/connectors/stripe/']),
  ['@shopify/shopify-api', '12.2.0', 20, tokenSuites],
  ['@shopify/shopify-api', '14.0.0', 22, tokenSuites],
  ['@shopify/shopify-api', '15.0.0', 24, tokenSuites],
  ['@shopify/admin-api-client', '2.0.0', 22, 'test/connectors/shopify/'],
  ['graphile-worker', '0.18.0', 22, ...workerSuites],
];

const [own] = process.versions.node.split('.');
const asked = process.argv.slice(2);
const lines = Object.keys(versions).filter((line) => (asked.length > 0 ? asked.includes(line) : line !== own));
const askedPeers = peers.filter(([name]) => asked.length === 0 || asked.includes(name));

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

const jest = (words) => [
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  ...words,
  '--silent',
];

const checks = [
  ['smoke', ['test/smoke.mjs']],
  ['require()', ['--input-type=commonjs', '-e', requires]],
  ['globals', ['test/support/changed-globals.mjs', '--expect-none', ...doors]],
  ['globals, fetch unused', ['test/support/changed-globals.mjs', '--expect-none', '--fetch-unused', ...doors]],
  [suites.join(', '), jest(suites)],
];

const nodeOf = (line) => {
  const program = join(name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return fileOf(versions[line], `${name}@${versions[line]}`, program);
};

/** Runs checks one after the other; the first that fails ends the leg. */
const leg = async (title, node, checks, env = {}) => {
  const began = Date.now();
  for (const [what, words] of checks) {
    const { code, printed } = await run(node, words, { env: { ...process.env, ...env } });
    if (code !== 0) throw new Error(`${title}, ${what}:\n${printed}`);
  }
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`${title}: ${checks.map(([what]) => what).join(', ')}: well, in ${seconds} s`);
};

const peerLeg = async ([peer, version, line, ...peerSuites]) => {
  const folder = `${peer.replace('/', '-')}-${version}`;
  await fileOf(folder, `${peer}@${version}`, `${peer}/package.json`);
  const env = {
    VERSIONS: JSON.stringify({ [peer]: resolve('node_modules', '.node-legs', folder) }),
    NODE_OPTIONS: `--import=${pathToFileURL(resolve('scripts/with-versions.mjs')).href}`,
  };
  return leg(`${peer} ${version}`, await nodeOf(line), [[peerSuites.join(', '), jest(peerSuites)]], env);
};

const failed = (error) => {
  console.error(error.message);
  process.exitCode = 1;
};

await Promise.all(lines.map(async (line) => leg(`Node ${versions[line]}`, await nodeOf(line), checks).catch(failed)));
for (const peer of askedPeers) await peerLeg(peer).catch(failed);
