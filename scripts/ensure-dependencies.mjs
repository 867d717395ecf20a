// `npm test` and `npm start` on a bare clone: installs exactly what the lockfile says, once per lockfile. With `--start`,
// only what the program and its compiler need (scripts/start/package.json): a tenth of the packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`tax-nexus-sync needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(2);
}
const all = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
const mark = 'node_modules/.installed-for';
const installed = existsSync(mark) ? readFileSync(mark, 'utf8') : '';
const isForStart = process.argv.includes('--start');
const wanted = isForStart ? `${all} start` : all;
if (installed !== all && installed !== wanted) {
  console.error('Installing packages …');
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund', ...(isForStart ? ['--omit=dev'] : [])], {
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (install.status !== 0) process.exit(install.status ?? 1);
  writeFileSync(mark, wanted);
}
if (isForStart) console.error('Building …');
