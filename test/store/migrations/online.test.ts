// cspell:ignore indexrelid indisvalid
import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { migrations, type Migrations } from '../../../src/store/migrations.ts';
import { anIntent, aRequest } from '../../support/a-report-line.ts';
import { left, right } from '../../support/right.ts';
import { placesOfStores } from '../../support/places-of-stores.ts';

const at = '2026-04-01T00:00:00Z';

/** What a later version might bring: a column that is filled for all sales, and an index on it. */
const expanded: Migrations = {
  ...migrations,
  '0002-a-columns': {
    kind: 'statements',
    statements: () => ['alter table submission add column plain_name text', 'alter table run add column remark text'],
  },
  '0002-b-fill': {
    kind: 'rows',
    table: 'submission',
    key: ['account', 'id'],
    statement: 'update submission set plain_name = lower(name) where plain_name is null',
  },
  '0002-c-index': {
    kind: 'index',
    name: 'submission_by_plain_name',
    table: 'submission',
    on: '(account, plain_name)',
  },
};

/** The version after that: sales of the old version are filled as well, and what the old version needs goes. */
const contracted: Migrations = {
  ...expanded,
  '0003-a-fill': { ...expanded['0002-b-fill'] } as Migrations[string],
  '0003-b-contract': { kind: 'statements', statements: () => ['alter table submission drop column digest'] },
};

const noPause = (): Promise<void> => Promise.resolve();

const sales = 2_000;

const oldSales = `
  insert into submission (account, id, name, storefront, source_id, status, digest, saved_at)
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sales})
  select 'default', 'old-' || n, 'Sale ' || n, 'us-store', '' || n, 'confirmed', '', '${at}' from numbers`;

let arrived = 0;

/** A webhook, a sale that is about to be sent, and a look at the run. */
const work = async (store: SyncDatabase): Promise<void> => {
  const id = `live-${(arrived += 1)}`;
  const delivery = { storefront: 'us-store', deliveryId: id, recordId: id, isDeletion: false, receivedAt: at };
  expect(right(await store.inbox.receiveDelivery(delivery)())).toBe(true);
  expect(right(await store.saveIntents([anIntent({ id, sourceId: id })], at)()).existing.size).toBe(0);
  expect(O.isSome(right(await store.findRun(O.some('run-1'))()))).toBe(true);
};

describe.each(placesOfStores())('a later version, in %s', (database, newPlace) => {
  const count = async (run: (statement: string) => Promise<readonly unknown[]>, what: string): Promise<number> => {
    const [row] = (await run(`select ${what} as n from submission`)) as readonly { readonly n: string }[];
    return Number(row?.n);
  };

  it('changes the tables next to webhooks and sales of the version before, and goes on where it was killed', async () => {
    const { open, openWith, run } = await newPlace('online');
    const old = await open();
    right(await old.openRun(aRequest(), { id: 'run-1', at })());
    await run(oldSales);
    await work(old);
    const filled: number[] = [0];
    const failures: unknown[] = [];
    for (const lastBatch of [1, 2, 3]) {
      let batches = 0;
      const untilKilled = async (): Promise<void> => {
        await work(old).catch((error: unknown) => failures.push(error));
        if ((batches += 1) === lastBatch) throw new Error('killed');
      };
      const opened = await openWith({ all: expanded, pause: untilKilled }).catch(() => undefined);
      expect(opened?._tag).not.toBe('Right');
      filled.push(await count(run, 'count(plain_name)'));
    }
    expect(failures).toStrictEqual([]);
    // Each process did more than the one before.
    expect(filled).toStrictEqual([...new Set(filled)].sort((a, b) => a - b));
    const refused = left(await openWith({ all: migrations, pause: noPause }));
    expect(refused).toMatchObject({
      problem: 'newer version',
      message: expect.stringContaining('Install that version'),
    });
    const opening = [0, 1].map(() => openWith({ all: expanded, pause: () => work(old) }));
    const updated = (await Promise.all(opening)).map(right);
    for (const store of [old, ...updated]) await work(store);
    expect(await count(run, "sum(case when id like 'old-%' then 1 else 0 end) - count(plain_name)")).toBeLessThan(1);

    const newest = right(await openWith({ all: contracted, pause: noPause }));
    expect(await count(run, 'count(*) - count(plain_name)')).toBe(0);
    const failed = left(await old.saveIntents([anIntent({ id: 'too-late' })], at)());
    expect(failed).toMatchObject({ problem: 'newer version', message: expect.stringContaining('End this process') });
    for (const store of [old, ...updated, newest]) right(await store.close());
  });

  it('makes an index again that a killed process left unfinished', async () => {
    const { open, openWith, run } = await newPlace('unfinished');
    right(await (await open()).close());
    // SQLite makes an index in one transaction.
    if (database === 'SQLite') return;
    await run('create index submission_by_plain_name on submission (account, name)');
    await run("update pg_index set indisvalid = false where indexrelid = 'submission_by_plain_name'::regclass");
    right(await right(await openWith({ all: expanded, pause: noPause })).close());
    expect(
      await run(
        "select indisvalid, pg_get_indexdef(indexrelid) like '%plain_name)' as is_new from pg_index where indexrelid = 'submission_by_plain_name'::regclass",
      ),
    ).toStrictEqual([{ indisvalid: true, is_new: true }]);
  });
});
