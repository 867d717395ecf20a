/*
 * The package as it is built, or installed where this file lies, under plain node and nothing else: every door opens, the
 * command line helps, and a small historical sync runs against its own sandbox. Catches what type checker and jest let pass:
 * an import that only they can resolve, a file that the build leaves out.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const require = createRequire(import.meta.url);
const root = dirname(require.resolve('tax-nexus-sync/package.json'));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bin = join(root, manifest.bin['tax-nexus']);

/** The door as a host names it: `tax-nexus-sync/shopify`. */
const openDoor = async (door) => {
  const name = join(manifest.name, door).replaceAll('\\', '/');
  if (door.endsWith('.json')) return [name, Object.keys(require(name)).length];
  return [name, Object.keys(await import(name)).length];
};

const start = (words, cwd) => {
  const child = spawn(process.execPath, [bin, ...words], { cwd });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (text) => (printed.out += text));
  child.stderr.on('data', (text) => (printed.err += text));
  return { child, printed, code: new Promise((resolve) => child.once('close', resolve)) };
};

for (const door of Object.keys(manifest.exports)) {
  const [name, things] = await openDoor(door);
  assert.ok(things > 0, `${name} opens, and nothing is behind it`);
  console.log(`${name}: ${things} exports`);
}

const help = start(['--help'], root);
assert.equal(await help.code, 0, help.printed.err);
assert.match(help.printed.out, /Usage: tax-nexus/);

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-smoke-'));
const sandbox = start(['sandbox', '--port', '0'], folder);
try {
  while (!sandbox.printed.err.includes('Ctrl-C stops it')) {
    assert.equal(sandbox.child.exitCode, null, sandbox.printed.err);
    await sleep(50);
  }
  writeFileSync(join(folder, 'tax-nexus.config.json'), sandbox.printed.out);
  const sync = start(['sync', '--from', '2025-01-01', '--to', '2025-01-31', '--json'], folder);
  const code = await sync.code;
  assert.equal(code, 0, sync.printed.err);
  const { considered, attempted, succeeded } = JSON.parse(sync.printed.out);
  assert.ok(considered >= attempted && attempted === succeeded && succeeded > 0, sync.printed.out);
  console.log(`tax-nexus sync: ${considered} considered, ${succeeded} succeeded`);
} finally {
  sandbox.child.kill('SIGINT');
  await sandbox.code;
  rmSync(folder, { recursive: true, force: true });
}
