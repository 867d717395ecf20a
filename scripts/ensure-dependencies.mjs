// `npm start` and `npm test` on a bare clone: installs exactly what the lockfile says, once per lockfile.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`tax-nexus-sync needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(2);
}
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
const mark = 'node_modules/.installed-for';
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (install.status !== 0) process.exit(install.status ?? 1);
  writeFileSync(mark, wanted);
}
