import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import { type AccountOverview, readOverview } from '../../src/operations/overview.ts';
import { storefrontEndCommit } from '../../src/pipeline/run-marks.ts';
import { loadSqliteDriver } from '../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { aCommit, aReportLine } from '../support/a-report-line.ts';
import { right } from '../support/right.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { itInAll } from '../support/it-in-all.ts';

const folder = temporaryFolder();
const { DatabaseSync } = right(await loadSqliteDriver());
const at = '2026-04-01T08:00:00Z';
/** `acme-1` is a storefront of `acme`. */
const accountOf = (storefront: string): string => storefront.replace(/-\d+$/, '');

const overviewOf = async (
  store: SyncDatabase,
  storefronts: readonly string[],
  isLimited = false,
): Promise<readonly AccountOverview[]> => {
  const ports = { allAccounts: () => Promise.resolve(E.right(store.inbox)), accountOf, clock: virtualClock() };
  const accounts = [...new Set(storefronts.map(accountOf))];
  return right(await readOverview(ports, { accounts, storefronts, isLimited })());
};

const counts = (storefront: string, days: readonly string[], missing: Readonly<Record<string, number>> = {}) =>
  days.map((day) => ({
    ...{ storefront, day, source: 9, service: 9, missing: missing[day] ?? 0, differing: 0, countedAt: at },
  }));

const daysOfJanuary = Array.from({ length: 31 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);

/** A run over January that is signed off, with one sale on hold, and a run over February. */
const sync = async (store: SyncDatabase, account: string, storefronts: readonly string[]): Promise<void> => {
  const own = store.forAccount(account);
  const run = `run of ${account}`;
  const january = { from: '2026-01-01', to: '2026-01-31' };
  right(await own.openRun({ storefronts, range: january, dryRun: false }, { id: run, at })());
  const february = { from: '2026-02-01', to: '2026-02-28' };
  right(await own.openRun({ storefronts, range: february, dryRun: false }, { id: `${run}, 2`, at })());
  for (const storefront of storefronts)
    right(
      await own.commitPage(
        aCommit(run, {
          storefront,
          lines: [
            aReportLine({ id: `${storefront} held`, storefront, outcome: 'held', reason: 'missing address' }),
            aReportLine({ id: `${storefront} differs`, storefront, findings: ['differs'] }),
          ],
        }),
        at,
      )(),
    );
  right(await own.closeRun(run, 'finished', '2026-04-01T09:00:00Z')());
  right(await own.reviews.saveSignOff({ runId: run, by: 'Ada', at, note: '', statement: () => '{}' })());
};

describe('the overview of accounts', () => {
  it('sums up what is known of each', async () => {
    const store = right(await sqliteStore(join(folder, 'facts.db'))());
    await sync(store, 'acme', ['acme-1', 'acme-2']);
    await sync(store, 'zenith', ['zenith-1']);
    const [acme, zenith] = [store.forAccount('acme').reviews, store.forAccount('zenith').reviews];
    right(await acme.saveDailyCounts(counts('acme-1', daysOfJanuary))());
    right(await acme.saveDailyCounts(counts('acme-2', daysOfJanuary, { '2026-01-20': 2 }))());
    right(await zenith.saveDailyCounts(counts('zenith-1', ['2026-01-02']))());
    right(await zenith.closePeriod({ month: '2026-01', by: 'Ada', at })());
    right(await store.inbox.setCatchUpCursor('acme-1', '2026-04-01T10:00:00Z')());
    const all = await overviewOf(store, ['acme-1', 'acme-2', 'zenith-1', 'idle-1']);
    expect(all.map(({ name }) => name)).toStrictEqual(['idle', 'acme', 'zenith']);
    const [idle, ...read] = all;
    expect(read[0]).toStrictEqual({
      ...{ name: 'acme', storefronts: ['acme-1', 'acme-2'], lastSyncAt: '2026-04-01T10:00:00Z', trouble: null },
      open: { count: 2, totals: [{ currency: 'USD', count: 2, total: '214.50' }] },
      toSend: { count: 0, totals: [] },
      ...{ toCheck: 2, differences: 2, completeThrough: '2026-01-19', signedOffThrough: '2026-01-31' },
      openMonths: ['2026-01', '2026-02', '2026-03'],
    });
    // The first day of zenith was not compared, so nothing is known to be complete.
    expect(read[1]).toMatchObject({ completeThrough: null, openMonths: ['2026-02', '2026-03'], differences: 0 });
    const trouble = { kind: 'never read', since: null, causes: [] };
    expect(idle).toMatchObject({ lastSyncAt: null, trouble, open: { count: 0 }, openMonths: [] });
    const limited = await overviewOf(store, ['acme-1'], true);
    // Runs that include another storefront do not exist for this user.
    expect(limited).toMatchObject([{ storefronts: ['acme-1'], open: { count: 1 }, signedOffThrough: null }]);
    right(await store.close());
  });

  it('names first whose sync stopped, and at whose key, until a later one ended, and whom catch-up has not read for a day', async () => {
    const store = right(await sqliteStore(join(folder, 'trouble.db'))());
    await sync(store, 'healthy', ['healthy-1']);
    await sync(store, 'dead', ['dead-1']);
    const dead = store.forAccount('dead');
    const march = { storefronts: ['dead-1'], range: { from: '2026-03-01', to: '2026-03-31' }, dryRun: false };
    right(await dead.openRun(march, { id: 'march', at: '2026-04-01T10:00:00Z' })());
    const refused = { who: 'dead-1', cause: 'credentials', message: 'Shopify refuses the access token.' } as const;
    right(await dead.commitPage(storefrontEndCommit('march', 'dead-1', refused), '2026-04-01T10:30:00Z')());
    right(await dead.closeRun('march', 'stopped', '2026-04-01T10:30:00Z')());
    right(await store.inbox.setCatchUpCursor('silent-1', '2026-03-31T11:59:59Z')());
    right(await store.inbox.setCatchUpCursor('heard-1', '2026-03-31T12:00:00Z')());
    const troubles = async () =>
      (await overviewOf(store, ['healthy-1', 'dead-1', 'silent-1', 'heard-1'])).map(({ name, trouble }) => [
        name,
        trouble,
      ]);
    expect(await troubles()).toStrictEqual([
      ['dead', { kind: 'stopped', since: '2026-04-01T10:30:00Z', causes: [refused] }],
      ['silent', { kind: 'no longer read', since: '2026-03-31T11:59:59Z', causes: [] }],
      ['healthy', null],
      ['heard', null],
    ]);
    right(await dead.openRun(march, { id: 'march', at: '2026-04-01T11:00:00Z' })());
    right(await dead.closeRun('march', 'finished', '2026-04-01T11:30:00Z')());
    expect(await troubles()).toContainEqual(['dead', null]);
    right(await store.close());
  });

  it('counts what was decided to be sent until it is sent, apart from what is open', async () => {
    const store = right(await sqliteStore(join(folder, 'decided.db'))());
    await sync(store, 'acme', ['acme-1', 'acme-2']);
    const filter = { storefronts: ['acme-1'], state: 'open', isSent: false, now: at } as const;
    const decision = { action: 'send', note: '', by: 'Ada', batch: 'b', until: null, at } as const;
    right(await store.forAccount('acme').reviews.decide(filter, decision, 1)());
    expect(await overviewOf(store, ['acme-1', 'acme-2'])).toMatchObject([
      { open: { count: 1 }, toSend: { count: 1, totals: [{ currency: 'USD', count: 1, total: '107.25' }] } },
    ]);
    right(await store.close());
  });

  itInAll('takes as many queries for a thousand accounts as for one, and less than a second of CPU', async () => {
    const path = join(folder, 'many.db');
    right(await right(await sqliteStore(path)()).close());
    const database = new DatabaseSync(path);
    database.exec(`begin;
      create temp table n as with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 1000)
        select n from counted;
      insert into run (number, id, kind, dry_run, storefronts, from_day, to_day, status, started_at, next_position, account, into_closed_periods)
        select n, 'run-' || n, 'historical', 0, '["a' || n || '-1"]', '2026-01-01', '2026-03-31', 'finished', '${at}', 1, 'a' || n, 0 from n;
      insert into matter (account, line, id, what, storefront, source_id, sent, run, position, currency, total)
        select 'a' || n, 'l', 'l', 'missing address', 'a' || n || '-1', '1', 0, n, 0, 'USD', '10725' from n;
      insert into matter_total (account, run, storefront, what, sent, currency, hidden_until, count, summed)
        select account, run, storefront, what, sent, currency, '', 1, 10725 from matter;
      insert into counted_day (account, storefront, day, source, service, missing, differing, counted_at)
        select 'a' || a.n, 'a' || a.n || '-1', date('2026-01-01', '+' || (d.n - 1) || ' days'), 1, 1,
          case when a.n % 100 = 0 and d.n = 50 then 1 else 0 end, 0, '${at}' from n a, n d where d.n <= 90;
      commit;`);
    database.close();
    const store = right(await sqliteStore(path)());
    const storefronts = Array.from({ length: 1_000 }, (_, index) => `a${index + 1}-1`);
    const times: number[] = [];
    let all: readonly AccountOverview[] = [];
    for (let round = 0; round < 3; round += 1) {
      const begun = process.cpuUsage();
      all = await overviewOf(store, storefronts);
      const { user, system } = process.cpuUsage(begun);
      times.push((user + system) / 1_000);
    }
    expect(all).toHaveLength(1_000);
    expect(all.slice(0, 10).map(({ completeThrough }) => completeThrough)).toStrictEqual(Array(10).fill('2026-02-18'));
    expect(all.at(-1)).toMatchObject({ open: { count: 1 }, completeThrough: '2026-03-31', differences: 0 });
    expect(Math.min(...times)).toBeLessThan(1_000);
    right(await store.close());
  });
});
