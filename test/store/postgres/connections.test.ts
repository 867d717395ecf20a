import { readFileSync } from 'node:fs';
import { platform } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Kysely, sql } from 'kysely';
import { loadPgDriver, openPool } from '../../../src/store/postgres/driver.ts';
import { postgresDialect } from '../../../src/store/postgres/dialect.ts';
import { toPostgresError } from '../../../src/store/postgres/errors.ts';
import { aBadWire, type BadWire } from '../../support/a-bad-wire.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { right } from '../../support/right.ts';

const schema = 'public';
const postgres = aPostgres();
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A process's way to the database. `timeout`: milliseconds. */
const connectTo = async (connectionString: string, timeout?: number): Promise<Kysely<unknown>> => {
  const pool = right(openPool(right(await loadPgDriver()), { connectionString, schema }));
  const db = new Kysely<unknown>({ dialect: postgresDialect(pool, schema, timeout) });
  open.push(() => db.destroy());
  return db;
};

const aWire = async (address: string): Promise<BadWire> => {
  const wire = await aBadWire(address);
  open.push(wire.stop);
  return wire;
};

/** An end of a connection on this machine, as the system lists it. */
const listed = (port: number): string => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;

/** Seconds until the system asks the other end of a connection for a sign of life. Undefined if it never will. */
const probedIn = (local: number, remote: number): number | undefined => {
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  // By both ends: an ended connection to somewhere else may have had the same local port a minute ago.
  const row = rows.find((line) => line.includes(`${listed(local)} ${listed(remote)}`));
  // From the thousandth connection of the machine on, no space stands before a row's number.
  const timer = row?.trim().split(/\s+/)[5];
  const [kind, ticks] = timer?.split(':') ?? [];
  return kind === '02' && ticks !== undefined ? Number.parseInt(ticks, 16) / 100 : undefined;
};

const add = (db: Kysely<unknown>, one: number): Promise<unknown> =>
  db.transaction().execute((transaction) => sql`select ${one}::int + 1 as sum`.execute(transaction));
const subtract = (db: Kysely<unknown>, one: number): Promise<unknown> =>
  db.transaction().execute((transaction) => sql`select ${one}::int - 1 as sum`.execute(transaction));

describe('a connection to PostgreSQL', () => {
  it('gives a statement the same name in every process, and no two statements one name: poolers share what is prepared', async () => {
    const address = await postgres().newDatabase();
    const [one, other] = [await connectTo(address), await connectTo(address)];
    await add(one, 1);
    await subtract(one, 1);
    await subtract(other, 1);
    await add(other, 1);
    const prepared = async (db: Kysely<unknown>): Promise<readonly unknown[]> =>
      (await sql`select name, statement from pg_prepared_statements order by statement`.execute(db)).rows;
    expect(await prepared(one)).toHaveLength(2);
    expect(await prepared(one)).toStrictEqual(await prepared(other));
  });

  it('prepares no statement any more once one of them was not there: a pooler does not follow them', async () => {
    const db = await connectTo(await postgres().newDatabase());
    await add(db, 1);
    await sql`deallocate all`.execute(db);
    await expect(add(db, 1)).rejects.toMatchObject({ code: '26000' });
    expect(await add(db, 1)).toMatchObject({ rows: [{ sum: 2 }] });
    expect((await sql`select name from pg_prepared_statements`.execute(db)).rows).toStrictEqual([]);
  });

  (platform === 'linux' ? it : it.skip)(
    'is probed after ten quiet seconds, so that the loss of the other end is noticed (needs Linux)',
    async () => {
      const db = await connectTo(await postgres().newDatabase());
      const { rows } = await sql<{ local: number; remote: number }>`
        select inet_client_port() as local, inet_server_port() as remote`.execute(db);
      const { local = 0, remote = 0 } = rows[0] ?? {};
      // What was sent last must be confirmed first, which takes longer on a busy machine.
      let seconds: number | undefined;
      for (let looks = 0; seconds === undefined && looks < 20; looks += 1) {
        await sleep(100);
        seconds = probedIn(local, remote);
      }
      expect(seconds).toBeGreaterThan(5);
      expect(seconds).toBeLessThanOrEqual(10);
    },
  );

  it('that is open and silent is given up, and the next statement has another one', async () => {
    const address = await postgres().newDatabase();
    const wire = await aWire(address);
    const db = await connectTo(wire.through(address), 300);
    await add(db, 1);
    wire.silence();
    const failure: unknown = await add(db, 1).then(
      () => 'answered',
      (error: unknown) => toPostgresError(error).problem,
    );
    expect(failure).toBe('unreachable');
    expect(await add(db, 1)).toMatchObject({ rows: [{ sum: 2 }] });
  }, 10_000);

  it('is sent what a transaction reads, and its end, before it answers the begin; what is written waits', async () => {
    const sent: string[] = [];
    const answers: (() => void)[] = [];
    const client = {
      pipeline: true,
      query: ({ text }: { readonly text: string }) => {
        sent.push(text.split(' ')[0] ?? '');
        return new Promise<{ rows: [] }>((resolve) => answers.push(() => resolve({ rows: [] })));
      },
      release: () => sent.push('release'),
      end: () => Promise.resolve(),
      on: () => undefined,
    };
    const pool = { connect: () => Promise.resolve(client), end: () => Promise.resolve(), on: () => undefined };
    const db = new Kysely<unknown>({ dialect: postgresDialect(pool, schema) });
    const transaction = (mode: 'read only' | 'read write'): Promise<unknown> =>
      db
        .transaction()
        .setAccessMode(mode)
        .execute((at) => sql`select 1`.execute(at));
    const answerAll = async (): Promise<readonly string[]> => {
      await sleep(0);
      const before = sent.splice(0);
      for (const answer of answers.splice(0)) answer();
      return before;
    };
    const read = transaction('read only');
    expect(await answerAll()).toEqual(['start', 'select']);
    await read;
    expect(await answerAll()).toEqual(['commit', 'release']);
    const written = transaction('read write');
    for (const statement of ['start', 'select', 'commit']) expect(await answerAll()).toEqual([statement]);
    await written;
  });

  it('that is silent is not handed out again, even if it was given back as a sound one, as the job library does', async () => {
    const address = await postgres().newDatabase();
    const wire = await aWire(address);
    const pool = right(openPool(right(await loadPgDriver()), { connectionString: wire.through(address), schema }, 300));
    open.push(() => pool.end());
    const first = await pool.connect();
    await first.query({ text: 'select 1' });
    wire.silence();
    await expect(first.query({ text: 'select 2' })).rejects.toThrow('Query read timeout');
    first.release();
    const next = await pool.connect();
    expect((await next.query({ text: 'select 3 as sum' })).rows).toStrictEqual([{ sum: 3 }]);
    next.release();
  }, 10_000);
});
