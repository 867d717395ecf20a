import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { Adjustment, Outcome, ReportLine } from '../../../src/domain/run.ts';
import type { LineFilter } from '../../../src/domain/sync-store.ts';
import { nearby } from '../../../src/store/sql/find-lines.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { right } from '../../support/right.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { sized } from '../../support/size.ts';

const at = '2026-04-01T00:00:00Z';
const request = { storefronts: ['us-store'], range: { from: '2026-01-01', to: '2026-03-31' }, dryRun: false };
const outcomes: readonly Outcome[] = ['succeeded', 'alreadyPresent', 'failed', 'skipped', 'held'];

const reasonsOf: Readonly<Record<Outcome, readonly ReportLine['reason'][]>> = {
  succeeded: [null],
  alreadyPresent: [null],
  failed: ['refused', 'no definitive response'],
  skipped: ['test order', 'not paid'],
  held: ['missing address', 'closed period'],
};

/** Lines of all sorts: few kinds, so that many have something in common, and some amounts of fifteen digits. */
const aLineOf = (next: () => number, n: number): ReportLine => {
  const one = <A>(all: readonly A[]): A => all[Math.floor(next() * all.length)] as A;
  const outcome = one(outcomes);
  const total = one([100n, 2_599n, 999_999_999_999_999n]);
  const refund: Adjustment = {
    ...{ kind: one(['refund', 'edit'] as const), id: `r-${n}`, occurredAt: at, currency: 'USD', amount: -total },
    ...{ tax: null, sent: one([true, false]), message: '' },
  };
  const amounts = {
    ...{ currency: one(['USD', 'CAD']), jurisdiction: one(['CA', 'NY']), month: one(['2026-01', '2026-02']) },
    ...{ total, taxCollected: one([0n, 7n]) },
    ...(next() < 0.3 && { reportedTax: { count: 1, reported: 5n, collected: 7n } }),
  };
  return {
    ...{
      storefront: 'us-store',
      id: `shopify:1:${n}`,
      sourceId: String(n),
      name: `Shopify #${n} · ${n}`,
      kind: 'sale',
    },
    ...{ outcome, reason: one(reasonsOf[outcome]), message: null },
    amounts: next() < 0.2 ? null : amounts,
    findings:
      next() < 0.3 ? [one(['differs', 'channel with open liability: Depop', 'possible duplicate'] as const)] : [],
    adjustments: next() < 0.3 ? [refund] : [],
  };
};

const commit = { runId: 'run-1', storefront: 'us-store', checkpoint: null, references: [], settledIntents: [] };

const anEmptyRun = async (): Promise<SyncDatabase> => {
  const store = right(await sqliteStore(':memory:')());
  right(await store.openRun(request, { id: 'run-1', at })());
  return store;
};

/** A run of six hundred lines, of which many were settled more than once. */
const aRunOfManyLines = async (seed: number): Promise<SyncDatabase> => {
  const store = await anEmptyRun();
  const random = seededRandom(seed);
  for (let page = 0; page < 30; page += 1) {
    const lines = Array.from({ length: 40 }, () => aLineOf(random.next, Math.floor(random.next() * 600)));
    right(await store.commitPage({ ...commit, lines }, at)());
  }
  return store;
};

const overviewOf = async (store: SyncDatabase) => ({
  overview: right(await store.reviews.overview('run-1')()),
  summary: right(await store.summarizeRun('run-1')()),
  counts: right(await store.reviews.outcomeCounts('run-1')()),
});

const allLines = async (store: SyncDatabase, filter: LineFilter, limit: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  let after: O.Option<string> = O.none;
  do {
    const page = right(await store.findLines('run-1', filter, { after, limit })());
    ids.push(...page.lines.map(({ id }) => id));
    after = page.next;
  } while (O.isSome(after));
  return ids;
};

describe('the sums of a run that are kept while its lines change', () => {
  it.each(sized({ quick: [1], all: [1, 2, 3] }))('are those of its lines as they are now (seed %i)', async (seed) => {
    const store = await aRunOfManyLines(seed);
    const kept = await overviewOf(store);
    const { lines } = right(await store.findLines('run-1', {}, { after: O.none, limit: 1_000 })());
    const fresh = await anEmptyRun();
    right(await fresh.commitPage({ ...commit, lines }, at)());
    expect(kept).toEqual(await overviewOf(fresh));
    expect(kept.counts.held).toBeGreaterThan(0);
    expect(kept.overview.refunds.length).toBeGreaterThan(0);
    expect(kept.summary.openChannels.length).toBeGreaterThan(0);
    right(await store.close());
    right(await fresh.close());
  });
});

describe('the lines that a filter wants', () => {
  const filters: readonly LineFilter[] = [
    { outcomes: ['failed', 'held'] },
    { outcomes: ['succeeded'], jurisdiction: 'CA' },
    { reason: 'refused' },
    { outcomes: ['held'], reason: 'missing address', month: '2026-02' },
    { jurisdiction: 'NY', month: '2026-01' },
    { month: '2026-02', text: '9' },
    { finding: 'channel with open liability' },
    { finding: 'differs', outcomes: ['held', 'succeeded'] },
    { hasAdjustments: true },
    { unsentAdjustment: 'refund', jurisdiction: 'CA' },
    { unsentAdjustment: 'refund', outcomes: ['skipped'] },
    { jurisdiction: 'NY', month: '2026-02', unsentAdjustment: 'refund', outcomes: ['succeeded', 'held'] },
    { finding: 'differs', month: '2026-01', hasAdjustments: true },
    { id: 'shopify:1:17' },
  ];

  let store: SyncDatabase;
  const every: ReportLine[] = [];
  beforeAll(async () => {
    store = await aRunOfManyLines(7);
    const found = new Map<string, ReportLine>();
    let after: O.Option<string> = O.none;
    do {
      const page = right(await store.findLines('run-1', {}, { after, limit: 100 })());
      for (const line of page.lines) found.set(line.id, line);
      after = page.next;
    } while (O.isSome(after));
    every.push(...found.values());
  });
  afterAll(async () => {
    right(await store.close());
  });

  it.each(filters)('are found by an index as they are without one: %j', async (filter) => {
    const wanted = every.filter((line) => matches(line, filter)).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(0);
    const { positions } = nearby;
    for (const looked of [0, 7, positions]) {
      nearby.positions = looked;
      for (const limit of [3, 50, 1_000]) expect(await allLines(store, filter, limit)).toEqual(wanted);
    }
  });
});

const matches = (line: ReportLine, filter: LineFilter): boolean =>
  (filter.outcomes?.includes(line.outcome) ?? true) &&
  (filter.id ?? line.id) === line.id &&
  (filter.reason === undefined || filter.reason === line.reason) &&
  (filter.jurisdiction === undefined || filter.jurisdiction === line.amounts?.jurisdiction) &&
  (filter.month === undefined || filter.month === line.amounts?.month) &&
  (filter.text === undefined || line.name.includes(filter.text)) &&
  (filter.finding === undefined || line.findings.some((kind) => kind.split(': ')[0] === filter.finding)) &&
  (filter.hasAdjustments !== true || line.adjustments.length > 0) &&
  (filter.unsentAdjustment === undefined ||
    line.adjustments.some(({ kind, sent }) => kind === filter.unsentAdjustment && !sent));
