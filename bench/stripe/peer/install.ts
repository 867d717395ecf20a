import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export const peerName = '@supabase/stripe-sync-engine 0.48.5';
const packages = ['@supabase/stripe-sync-engine@0.48.5', 'pg@8'];

/** Puts the peer into a folder of its own: it is no dependency of ours. Rejects where npm cannot. */
export const installPeer = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-peer-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await execute('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
    cwd: folder,
    timeout: 300_000,
  });
  return folder;
};
