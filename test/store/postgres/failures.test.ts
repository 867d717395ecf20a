import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { StoreError } from '../../../src/domain/sync-store.ts';
import { secret } from '../../../src/domain/secret.ts';
import { listType, postgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { databasePassword } from '../../support/start-postgres.ts';
import { aCommit, anAdjustment, aReportLine, anIntent, aRequest } from '../../support/a-report-line.ts';
import { left, right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';
const postgres = aPostgres();

const open = async (url: string): Promise<SyncDatabase> => right(await postgresStore(secret(url))());

/** Why a book could not be opened; the message is looked through for what only the address may hold. */
const refusal = async (url: string): Promise<StoreError> => {
  const error = left(await postgresStore(secret(url))());
  const { hostname, port, username } = new URL(url);
  for (const secretPart of [databasePassword, 'CANARY', `${hostname}:${port}`, `${username}:`]) {
    expect(error.message).not.toContain(secretPart);
  }
  return error;
};

const changed = (url: string, change: (parsed: URL) => void): string => {
  const parsed = new URL(url);
  change(parsed);
  return parsed.href;
};

const bookInUse = async (url: string): Promise<SyncDatabase> => {
  const store = await open(url);
  right(await store.openRun(aRequest(), { id: 'run-1', at })());
  right(await store.saveIntents([anIntent({ body: 'frozen' })], at)());
  return store;
};

const page = aCommit('run-1', {
  checkpoint: { window: '2026-01', next: O.some('page-2') },
  lines: [
    ...Array.from({ length: 20 }, (_, n) => aReportLine({ id: `entry-${n}` })),
    aReportLine({ adjustments: [anAdjustment()] }),
  ],
  settledIntents: [{ id: anIntent().id, status: 'confirmed' }],
});

describe('a sync database in a PostgreSQL that cannot be used', () => {
  it('says that the user or the password is refused', async () => {
    const url = changed(await postgres().newDatabase(), (parsed) => {
      parsed.username = 'no_such_user';
      parsed.password = 'CANARY_WRONG';
    });
    expect(await refusal(url)).toMatchObject({
      problem: 'cannot open',
      message: expect.stringContaining('refuses the user or the password'),
    });
  });

  it('says that there is no such database', async () => {
    const url = changed(await postgres().newDatabase(), (parsed) => (parsed.pathname = '/nowhere_at_all'));
    expect(await refusal(url)).toMatchObject({
      problem: 'cannot open',
      message: expect.stringContaining('no database of the name'),
    });
  });

  it('says that nothing answers at the address', async () => {
    const url = changed(await postgres().newDatabase(), (parsed) => (parsed.port = '1'));
    expect(await refusal(url)).toMatchObject({
      problem: 'unreachable',
      message: expect.stringContaining('cannot be reached'),
    });
  });

  it.each([
    ['postgres://user:CANARY@[', 'The address of the sync database'],
    ['postgres://user:CANARY@127.0.0.1:1/x?schema=a"b', 'The name after ?schema='],
  ])('says what is wrong with the address itself', async (url, words) => {
    const error = left(await postgresStore(secret(url))());
    expect(error).toMatchObject({ problem: 'cannot open', message: expect.stringContaining(words) });
    expect(error.message).not.toContain('CANARY');
  });

  it('asks for the right to make a schema, and does with one that is there', async () => {
    const { ask, newDatabase } = postgres();
    const url = await newDatabase();
    const role = `guest_${process.pid}`;
    const [database] = new URL(url).pathname.split('/').slice(1);
    await ask(url, `create role ${role} login password '${databasePassword}'`);
    const guest = changed(url, (parsed) => {
      parsed.username = role;
      parsed.password = databasePassword;
    });
    expect(await refusal(guest)).toMatchObject({ problem: 'read only', message: expect.stringContaining('Grant it') });
    await ask(url, `create schema tax_nexus authorization ${role}`);
    right(await (await bookInUse(guest)).close());
    await ask(url, `drop schema tax_nexus cascade`);
    await ask(url, `revoke all on database ${database ?? ''} from ${role}`);
    await ask(url, `drop role ${role}`);
  });

  it('refuses a book of a newer version, and changes nothing in it', async () => {
    const { ask, newDatabase } = postgres();
    const url = await newDatabase();
    right(await (await bookInUse(url)).close());
    await ask(url, "insert into tax_nexus.kysely_migration values ('9999-from-the-future', '2030-01-01')");
    const content = (): Promise<readonly unknown[]> =>
      ask(
        url,
        `select table_name, column_name, data_type from information_schema.columns where table_schema = 'tax_nexus'
         union all select name, timestamp, '' from tax_nexus.kysely_migration order by 1, 2`,
      );
    const before = await content();
    expect(await refusal(url)).toMatchObject({
      problem: 'newer version',
      message: expect.stringContaining('9999-from-the-future'),
    });
    expect(await content()).toStrictEqual(before);
  });
});

describe('a sync database in PostgreSQL', () => {
  it('leaves the tables of a host’s app alone, which may be called as ours are', async () => {
    const { ask, newDatabase } = postgres();
    const url = await newDatabase();
    await ask(
      url,
      "create table kysely_migration (name text, timestamp text); insert into kysely_migration values ('theirs', '')",
    );
    await ask(url, 'create table run (theirs text)');
    right(await (await bookInUse(url)).close());
    expect(await ask(url, 'select * from public.kysely_migration')).toStrictEqual([{ name: 'theirs', timestamp: '' }]);
    expect(await ask(url, 'select * from public.run')).toStrictEqual([]);
  });

  it('keeps the books of two schemas apart', async () => {
    const url = await postgres().newDatabase();
    const [one, other] = [await bookInUse(url), await open(`${url}?schema=other_account`)];
    expect(right(await other.findRun(O.none)())).toStrictEqual(O.none);
    right(await one.close());
    right(await other.close());
  });

  it('orders texts byte by byte, whatever language the database speaks', async () => {
    const { ask, newDatabase } = postgres();
    const url = await newDatabase();
    right(await (await open(url)).close());
    const rows = await ask(
      url,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'tax_nexus' and data_type = 'text' and collation_name is distinct from 'C'`,
    );
    expect(rows).toStrictEqual([]);
  });

  it('knows the type of every column, whichever rows are inserted many at a time', async () => {
    const { ask, newDatabase } = postgres();
    const url = await newDatabase();
    right(await (await open(url)).close());
    const rows = await ask(
      url,
      `select table_name as in_table, column_name as name, data_type as type from information_schema.columns
       where table_schema = 'tax_nexus' and table_name not in ('kysely_migration', 'day_totals', 'sales')`,
    );
    const columns = t.readonlyArray(t.type({ in_table: t.string, name: t.string, type: t.string })).decode(rows);
    const wrong = right(columns).filter(({ in_table, name, type }) => listType(name, in_table) !== `${type}[]`);
    expect(wrong).toStrictEqual([]);
  });

  it('takes back what it had written when a page fails half way', async () => {
    const { ask, newDatabase } = postgres();
    const url = await newDatabase();
    const store = await bookInUse(url);
    await ask(url, 'alter table tax_nexus.adjustment add constraint trap check (false) not valid');
    const error = left(await store.commitPage(page, at)());
    expect(error).toMatchObject({ problem: 'other', message: expect.stringContaining('(23514)') });
    expect(right(await store.summarizeRun('run-1')()).counts).toMatchObject({ succeeded: 0 });
    const known = right(await store.lookUpTransactions('run-1', [{ id: anIntent().id, name: '' }])());
    expect(known.submissions.get(anIntent().id)).toMatchObject({ status: 'intent', body: 'frozen' });
    await ask(url, 'alter table tax_nexus.adjustment drop constraint trap');
    right(await store.commitPage(page, at)());
    right(await store.close());
  });

  it('gets over the loss of all its connections', async () => {
    const { ask, newDatabase } = postgres();
    const url = await newDatabase();
    const store = await bookInUse(url);
    await ask(
      url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const answers = [
      await store.remoteIndexState(),
      await store.commitPage(page, at)(),
      await store.commitPage(page, at)(),
    ];
    for (const answer of answers) if (answer._tag === 'Left') expect(answer.left.problem).toBe('unreachable');
    expect(right(await store.summarizeRun('run-1')()).counts).toMatchObject({ succeeded: 21 });
    right(await store.close());
  });

  it('says so when the disk of the server is full', async () => {
    const { ask, newDatabase } = postgres();
    const url = await newDatabase();
    const store = await bookInUse(url);
    const body = "begin raise exception using errcode = '53100'; end";
    await ask(url, `create function tax_nexus.full() returns trigger language plpgsql as $body$ ${body} $body$`);
    await ask(url, 'create trigger full_disk before insert on tax_nexus.run_line execute function tax_nexus.full()');
    expect(left(await store.commitPage(page, at)())).toMatchObject({
      problem: 'disk full',
      message: expect.stringContaining('Free some space'),
    });
    right(await store.close());
  });

  it('answers after it was closed that it was, and may be closed twice', async () => {
    const store = await bookInUse(await postgres().newDatabase());
    right(await store.close());
    right(await store.close());
    expect(left(await store.summarizeRun('run-1')())).toMatchObject({ message: expect.stringContaining('closed') });
  });

  it('keeps two names apart that differ behind a NUL', async () => {
    const store = await bookInUse(await postgres().newDatabase());
    const transactions = [{ id: 'a', name: 'order\0 one', shown: null }];
    right(await store.saveRemoteIndexPage({ scan: 1, transactions, next: O.none, completesScan: true })());
    expect(right(await store.lookUpTransactions('run-1', [{ id: 'b', name: 'order' }])()).remoteByName.size).toBe(0);
    right(await store.close());
  });
});
