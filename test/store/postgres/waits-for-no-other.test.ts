import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import pg from 'pg';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { RunSummary } from '../../../src/domain/run.ts';
import { secret } from '../../../src/domain/secret.ts';
import { summaryOf } from '../../../src/operations/export/month-summaries.ts';
import { postgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { eventually } from '../../support/a-plugin.ts';
import { aCommit, anIntent, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';
import { itInAll } from '../../support/it-in-all.ts';

const at = '2026-04-01T00:00:00Z';
const postgres = aPostgres();

/** Holds every lock of these kinds, as a page of many sales does, while the work goes on. */
const whileHeld = async (url: string, kinds: readonly string[], work: () => Promise<void>): Promise<void> => {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('begin');
  await other.query(
    'select pg_advisory_xact_lock(hashtext(kind), number) from unnest($1::text[]) as kind, generate_series(0, 63) as number',
    [kinds.map((kind) => `tax_nexus ${kind}`)],
  );
  try {
    await work();
  } finally {
    await other.end();
  }
};

const request = (storefront: string) => ({
  storefronts: [storefront],
  range: { from: '1970-01-01', to: '9999-12-31' },
  dryRun: false,
  kind: 'live' as const,
});

const open = async (url: string): Promise<SyncDatabase> => right(await postgresStore(secret(url))());

/** Resolves when so many wait for a lock. */
const waiting =
  (url: string) =>
  (count: number): Promise<void> =>
    eventually(async () => {
      const rows = await postgres().ask(url, "select 1 from pg_stat_activity where wait_event_type = 'Lock'");
      return rows.length >= count;
    });

/** Whether work ends by itself; less time than a lock is waited for. */
const ends = (work: Promise<unknown>): Promise<boolean> => Promise.race([work.then(() => true), sleep(2_000, false)]);

describe('a sync database in PostgreSQL, while a page of many sales is committed', () => {
  itInAll('takes the sales of other accounts, and those of the same account after it', async () => {
    const url = await postgres().newDatabase();
    const store = await open(url);
    const take = (account: string) =>
      store.forAccount(account).saveIntents([anIntent({ references: ['payment:1'] })], at)();
    let later: ReturnType<typeof take> | undefined;
    await whileHeld(url, ['references acme'], async () => {
      expect(await ends(take('bolt').then(right))).toBe(true);
      later = take('acme');
      expect(await ends(later)).toBe(false);
    });
    expect(await later).toMatchObject({ _tag: 'Right' });
    right(await store.close());
  });

  it('opens the live run of a known storefront, however many others are opened', async () => {
    const url = await postgres().newDatabase();
    const store = await open(url);
    const openRun = (storefront: string) => store.openRun(request(storefront), { id: `live:${storefront}`, at })();
    right(await openRun('us-store'));
    let later: ReturnType<typeof openRun> | undefined;
    await whileHeld(url, ['run'], async () => {
      expect(await ends(openRun('us-store').then(right))).toBe(true);
      later = openRun('eu-store');
      expect(await ends(later)).toBe(false);
    });
    expect(await later).toMatchObject({ _tag: 'Right' });
    right(await store.close());
  });
});

/** A page of `run-1` with this line whose commit waits until it is let go. */
const whileCommitting = async (line: ReturnType<typeof aReportLine>) => {
  const url = await postgres().newDatabase();
  const store = await open(url);
  right(await store.openRun(aRequest(), { id: 'run-1', at })());
  const window = { window: 'first', next: O.none };
  right(await store.commitPage(aCommit('run-1', { checkpoint: window }), at)());
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('begin; select * from tax_nexus.checkpoint for update');
  const page = store.commitPage(aCommit('run-1', { checkpoint: window, lines: [line] }), at)();
  const waitFor = waiting(url);
  await waitFor(1);
  return { store, page, waitFor, letGo: () => other.end() };
};

describe('a person who closes a month or signs a run off, while a page with a held sale is committed', () => {
  it('waits for it, learns that more is open, and nothing is closed', async () => {
    const held = aReportLine({ outcome: 'held', reason: 'partially paid', occurredAt: '2026-02-10T00:00:00Z' });
    const { store, page, waitFor, letGo } = await whileCommitting(held);
    const closing = store.reviews.closePeriod({ month: '2026-02', by: 'Ada', at }, 0)();
    const signOff = { runId: 'run-1', by: 'Ada', at, note: '', statement: () => '{}' };
    const signing = store.reviews.saveSignOff(signOff, 0)();
    await Promise.race([waitFor(3), closing, signing]);
    await letGo();
    right(await page);
    expect(right(await closing)).toMatchObject({ open: 1, before: O.none });
    expect(right(await signing)).toStrictEqual({ open: 1, statement: null });
    expect(right(await store.reviews.closedPeriods())).toStrictEqual([]);
    expect(right(await store.reviews.signOffs('run-1')())).toStrictEqual([]);
    right(await store.close());
  });
});

describe('a person who signs a run off while a page is committed that nothing is open of', () => {
  it('waits for it, and signs what it amounts to', async () => {
    const { store, page, waitFor, letGo } = await whileCommitting(aReportLine());
    const signOff = { runId: 'run-1', by: 'Ada', at, note: '' };
    const statement = ({ counts }: RunSummary): string => `${counts.succeeded} sent`;
    const signing = store.reviews.saveSignOff({ ...signOff, statement }, 0)();
    await Promise.race([waitFor(2), signing]);
    await letGo();
    right(await page);
    expect(right(await signing)).toStrictEqual({ open: 0, statement: '1 sent' });
    expect(right(await store.reviews.signOffs('run-1')())).toStrictEqual([{ ...signOff, statement: '1 sent' }]);
    right(await store.close());
  });
});

describe('a sale that is committed while a page of the list of the service is, with its transaction', () => {
  it('waits for it, and a statement that is made between the two leaves no sum behind that is short of one', async () => {
    const url = await postgres().newDatabase();
    const store = await open(url);
    right(await store.openRun(aRequest(), { id: 'run-1', at })());
    right(await store.setTimeZone('run-1', 'us-store', 'America/New_York')());
    const list = (id: string) =>
      store.saveRemoteIndexPage({
        transactions: [{ id, name: null, shown: { total: '99.00' } }],
        ...{ scan: 0, next: O.none, completesScan: false },
      })();
    right(await list('other'));
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('begin; select * from tax_nexus.list_scan for update');
    const waitFor = waiting(url);
    const line = aReportLine({ occurredAt: '2026-02-03T12:00:00Z' });
    const listing = list(line.id);
    await waitFor(1);
    const page = store.commitPage(aCommit('run-1', { lines: [line], checkpoint: null }), at)();
    await Promise.race([waitFor(2), page]);
    const sums = async () =>
      right(await summaryOf(store.reviews, { days: { from: '2026-02-01', to: '2026-02-28' } })());
    await sums();
    await other.end();
    right(await listing);
    right(await page);
    expect((await sums()).map(({ sales, serviceTotal }) => [sales, serviceTotal])).toStrictEqual([[1, 9_900n]]);
    right(await store.close());
  });
});

describe('an answer that is committed while the sale is erased', () => {
  it('waits for the erasure, and writes no body after it', async () => {
    const url = await postgres().newDatabase();
    const store = await open(url);
    const id = 'shopify:1:1001';
    right(await store.openRun(aRequest(), { id: 'run-1', at })());
    const body = {
      ...{ currency: 'USD', id, lineItems: [], name: '#1001', recalculate: false, shippingHandling: 0, subtotal: 100 },
      shipToAddress: {
        city: 'Springfield',
        country: 'US',
        line1: '17 Elm Street',
        line2: null,
        state: 'CA',
        zip: '94107',
      },
      ...{ taxCollected: 7.25, total: 107.25, transactedAt: at },
    };
    right(await store.saveIntents([anIntent({ id, sourceId: '1001', body: JSON.stringify(body) })], at)());
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('begin; select * from tax_nexus.submission_body for update');
    const waitFor = waiting(url);
    const erasure = store.inbox.eraseRecords('us-store', ['1001'])();
    await waitFor(1);
    const shown = { total: '107.25', zip: '94107' };
    const settledIntents = [{ id, status: 'confirmed' as const, shown }];
    const page = store.commitPage(aCommit('run-1', { settledIntents }), at)();
    await waitFor(2);
    await other.end();
    expect(right(await erasure)).toBe(1);
    right(await page);
    const { records } = right(await store.reviews.auditRecords({}, O.none)());
    expect(records.map((one) => [one.id, one.name, one.body])).toStrictEqual([[id, id, null]]);
    const known = right(await store.lookUpTransactions('run-1', [{ id, name: '' }])());
    expect(known.remoteById.get(id)?.shown).toStrictEqual({ total: '107.25' });
    right(await store.close());
  });
});

describe('a page that is committed while its record is erased', () => {
  it('waits for the erasure, and brings nothing back; pages of other storefronts do not wait', async () => {
    const url = await postgres().newDatabase();
    const store = await open(url);
    right(await store.openRun(aRequest({ storefronts: ['us-store', 'eu-store'] }), { id: 'run-1', at })());
    const note = { storefront: 'us-store', id: 'shopify:1:1001', note: 'called Mia', by: 'mia', at };
    right(await store.inbox.saveResolution(note)());
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('begin; select * from tax_nexus.resolution for update');
    const waitFor = waiting(url);
    const erasure = store.inbox.eraseRecords('us-store', ['1001'])();
    await waitFor(1);
    const elsewhere = aReportLine({ storefront: 'eu-store', id: 'shopify:2:1001' });
    const commit = (line: typeof elsewhere) =>
      store.commitPage(aCommit('run-1', { storefront: line.storefront, lines: [line], checkpoint: null }), at)();
    expect(await ends(commit(elsewhere).then(right))).toBe(true);
    const page = commit(aReportLine());
    await waitFor(2);
    await other.end();
    right(await erasure);
    right(await page);
    const { lines } = right(await store.findLines('run-1', {}, { after: O.none, limit: 9 })());
    expect(lines.map(({ name }) => name)).toStrictEqual([elsewhere.name, '1001']);
    right(await store.close());
  });
});
