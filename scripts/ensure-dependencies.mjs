// `npm test` and `npm start` on a bare clone: installs exactly what the lockfile says, where a package is missing or in another
// version. With `--start`, only what the program and its compiler need (scripts/start/package.json): a tenth of the packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`tax-nexus-sync needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(2);
}
const isForStart = process.argv.includes('--start');
const packagesIn = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {});
// npm's own record of what it installed, written at the end of an installation.
const installed = packagesIn('node_modules/.package-lock.json');
const isWanted = ([path, { dev, devOptional, link, optional }]) =>
  path.startsWith('node_modules/') && !link && !optional && !devOptional && !(isForStart && dev);
const isMissing = ([path, { version }]) => installed[path]?.version !== version;
if (Object.entries(packagesIn('package-lock.json')).filter(isWanted).some(isMissing)) {
  console.error('Installing packages …');
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund', ...(isForStart ? ['--omit=dev'] : [])], {
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (install.status !== 0) process.exit(install.status ?? 1);
}
if (isForStart) console.error('Building …');
