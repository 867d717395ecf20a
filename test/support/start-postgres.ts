import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { postgresBinaries } from './postgres-binaries.ts';

/** Output that contains it is a leak. */
export const databasePassword = 'CANARY_DATABASE_PASSWORD';

/** A real PostgreSQL. */
export interface Postgres {
  /** The process id of the main process; 0 when another test run started it. */
  readonly pid: number;
  /** The address of a new and empty database of its own. */
  readonly newDatabase: () => Promise<string>;
  /** Runs a statement in a database, and gives its rows. */
  readonly ask: (url: string, text: string, values?: readonly unknown[]) => Promise<readonly unknown[]>;
  /** Shuts the server down: `fast` ends all connections in order, `immediate` is as good as a crash. Databases stay. */
  readonly shutDown: (how: 'fast' | 'immediate') => Promise<void>;
  /** Starts the server again, at the same address. */
  readonly startAgain: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** PostgreSQL does not run as root: then another user owns it. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

let ports = 0;
/**
 * A port to try for a server that cannot take any free one itself, and ends when it is taken. It lies below the ones that a system
 * gives to connections and to servers that take any.
 */
export const nextPort = (): number => 10_000 + ((process.pid * 41 + ports++) % 20_000);

/** Ends the server also when this process is killed: then its input closes. */
const mourner = 'exec 3<&0; "$@" </dev/null & cat <&3 >/dev/null; kill -INT $!; wait $!';

/** Careless about power failures, which no test makes. An immediate stop loses the commits of the last moments. */
const careless = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=64MB'];
const durable = ['shared_buffers=256MB', 'max_wal_size=2GB'];

const settingsOf = (isDurable: boolean): readonly string[] =>
  [
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100'],
    ...['autovacuum_naptime=10s', ...(isDurable ? durable : careless)],
  ].flatMap((setting) => ['-c', setting]);

const isReady = (server: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    let printed = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes('ready to accept connections')) resolve(true);
    });
    server.once('exit', () => resolve(false));
  });

type Server = Pick<Postgres, 'pid' | 'shutDown' | 'startAgain' | 'stop'> & { readonly url: string };

/** Null when the port is taken, or the data cannot be used. */
const run = async (programs: string, data: string, port: number, isDurable: boolean, environment: SpawnOptions) => {
  const program = [join(programs, 'postgres'), '-D', data, '-p', String(port), ...settingsOf(isDurable)];
  const server = spawn('sh', ['-c', mourner, 'sh', ...program], { ...environment, stdio: ['pipe', 'ignore', 'pipe'] });
  if (!(await isReady(server))) return null;
  const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  const stop = async (): Promise<void> => {
    const ended = once(server, 'exit');
    server.stdin.end();
    await ended;
  };
  return { pid: Number(pid), stop };
};

const environmentIn = (folder: string): SpawnOptions => ({
  ...user,
  env: { PATH: process.env['PATH'], LC_ALL: 'C', HOME: folder },
});

const execute = (program: string, words: readonly string[], options: SpawnOptions): void => {
  const { status, stderr, error } = spawnSync(program, words, options);
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.toString()}`);
};

const ofInitdb = [
  '-U',
  'postgres',
  '-A',
  'scram-sha-256',
  '-E',
  'UTF8',
  '--no-locale',
  '--no-sync',
  '--no-instructions',
  // A password that is no secret needs no hard work at each connection.
  '-c',
  'scram_iterations=1',
];

/** The data of a server without databases, made once on a machine: `initdb` works for a second, and a copy for a tenth. */
const emptyCluster = (programs: string): string => {
  const version = createHash('sha256')
    .update([...ofInitdb, databasePassword].join(' '))
    .digest('hex');
  const home = dirname(dirname(programs));
  const cluster = join(home, `empty-${version.slice(0, 12)}`);
  if (existsSync(cluster)) return cluster;
  const growing = mkdtempSync(join(home, 'growing-'));
  const [data, passwordFile] = [join(growing, 'data'), join(growing, 'password')];
  try {
    chmodSync(growing, 0o755);
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(passwordFile, databasePassword);
    if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
    execute(join(programs, 'initdb'), ['-D', data, '--pwfile', passwordFile, ...ofInitdb], environmentIn(growing));
    renameSync(data, cluster);
  } catch (error) {
    // Another worker may have been first.
    if (!existsSync(cluster)) throw error;
  } finally {
    rmSync(growing, { recursive: true, force: true });
  }
  return cluster;
};

const startServer = async (isDurable: boolean): Promise<Server> => {
  const programs = postgresBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-database-'));
  const data = join(folder, 'data');
  chmodSync(folder, 0o755);
  execute('cp', ['-a', emptyCluster(programs), data], {});
  const environment = environmentIn(folder);
  for (let attempt = 1; attempt <= 50; attempt += 1) {
    const port = nextPort();
    let running = await run(programs, data, port, isDurable, environment);
    if (running === null) continue;
    return {
      url: `postgres://postgres:${databasePassword}@127.0.0.1:${port}/postgres`,
      pid: running.pid,
      shutDown: async (how) => {
        if (running === null) return;
        process.kill(running.pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
        await running.stop();
        running = null;
      },
      startAgain: async () => {
        running ??= await run(programs, data, port, isDurable, environment);
        if (running === null) throw new Error('PostgreSQL did not start again');
      },
      stop: async () => {
        await running?.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  }
  throw new Error('PostgreSQL did not start');
};

const given = process.env['TAX_NEXUS_TEST_DATABASE_URL'];

const ask: Postgres['ask'] = async (url, text, values = []) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
};

const notOurs = (): Promise<never> => Promise.reject(new Error('another test run owns this server'));
const foreign = (url: string): Server => ({
  url,
  pid: 0,
  shutDown: notOurs,
  startAgain: notOurs,
  stop: () => Promise.resolve(),
});

/**
 * Starts a PostgreSQL of this test file's own, from npm. Or takes the server that TAX_NEXUS_TEST_DATABASE_URL names, whose
 * user may create databases; those are dropped at the end.
 *
 * @param isDurable whether it waits for the disk as it does in production; only a test that stops it immediately must
 */
export const startPostgres = async (isDurable = false): Promise<Postgres> => {
  const server = given === undefined ? await startServer(isDurable) : foreign(given);
  const names: string[] = [];
  let made = 0;
  return {
    pid: server.pid,
    newDatabase: async () => {
      const name = `tax_nexus_test_${process.pid}_${Date.now()}_${(made += 1)}`;
      // Half the work of a copy by the log.
      await ask(server.url, `create database ${name} strategy file_copy`);
      names.push(name);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    ask,
    shutDown: server.shutDown,
    startAgain: server.startAgain,
    stop: async () => {
      if (given !== undefined) for (const name of names) await ask(given, `drop database ${name} with (force)`);
      await server.stop();
    },
  };
};
