import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextPort } from './start-postgres.ts';

/** PgBouncer between processes and a PostgreSQL. */
export interface Pooler {
  /** The address of a database, as clients of the pooler name it. */
  readonly through: (address: string) => string;
  readonly stop: () => Promise<void>;
}

/** PgBouncer is a program of the system: `apt-get install pgbouncer`. */
const version = /^PgBouncer (\d+)\.(\d+)/.exec(String(spawnSync('pgbouncer', ['--version']).stdout));

export const hasPooler = version !== null;

/** Since 1.21 it keeps prepared statements of its clients apart, if it is asked to. */
const keepsStatements = version !== null && (Number(version[1]) > 1 || Number(version[2]) >= 21);

/** It refuses to run as root, as PostgreSQL does. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  const [event] = await Promise.race([
    once(socket, 'connect').then(() => ['connect']),
    once(socket, 'error').then(() => ['error']),
  ]).catch(() => ['error']);
  socket.destroy();
  return event === 'connect';
};

/**
 * Starts PgBouncer in transaction mode, with few connections for many clients: two clients meet on one of them soon.
 *
 * @param server address of any database of the server
 * @param knowsStatements whether it follows prepared statements, where its version can
 */
export const startPooler = async (server: string, knowsStatements = false): Promise<Pooler> => {
  for (let attempt = 1; attempt <= 50; attempt += 1) {
    const started = await startAt(nextPort(), server, knowsStatements);
    if (started !== null) return started;
  }
  throw new Error('PgBouncer did not start');
};

/** Null when it ended at once: the port is taken. */
const startAt = async (port: number, server: string, knowsStatements: boolean): Promise<Pooler | null> => {
  const { hostname, port: serverPort, username, password } = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-pooler-'));
  chmodSync(folder, 0o755);
  const settings = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', 'default_pool_size = 3', 'max_client_conn = 200', 'server_login_retry = 1'],
    ...(keepsStatements ? [`max_prepared_statements = ${knowsStatements ? 100 : 0}`] : []),
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`, { mode: 0o600 });
  if (user.uid !== undefined) for (const path of [folder, settings]) chownSync(path, user.uid, user.gid);
  const pooler = spawn('pgbouncer', [settings], { ...user, stdio: 'ignore' });
  const over = { is: false };
  const ended = once(pooler, 'exit').finally(() => (over.is = true));
  // Another server may answer at the port before this one has ended because of it.
  await sleep(100);
  while (!over.is && !(await answers(port))) await sleep(20);
  if (over.is) {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  return {
    through: (address) => {
      const url = new URL(address);
      url.port = String(port);
      return url.href;
    },
    stop: async () => {
      pooler.kill('SIGINT');
      await sleep(50);
      pooler.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
