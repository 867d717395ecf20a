import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SyncStore } from '../../../src/domain/sync-store.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { aSync, paged, sales } from '../../support/a-sync.ts';
import { memoryTaxService } from '../../support/memory-tax-service.ts';
import { right } from '../../support/right.ts';
import { reportCounts } from '../../support/report-counts.ts';
import { virtualClock } from '../../support/virtual-clock.ts';
import { cases } from '../cases.ts';
import { type CursorKind, cursorKinds, driftingList } from '../drifting-list.ts';

/** How many sales there are, how many of them the service has from an earlier life, and what moves its list. */
const anyDrift = fc.record({
  count: fc.integer({ min: 1, max: 30 }),
  early: fc.integer({ min: 0, max: 30 }),
  strangers: fc.integer({ min: 0, max: 60 }),
  pageSize: fc.integer({ min: 1, max: 20 }),
  inserts: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 40 }),
});
type Drift = typeof anyDrift extends fc.Arbitrary<infer A> ? A : never;

const rowsAtMost = ({ count, strangers, inserts }: Drift): number =>
  count + strangers + inserts.reduce((sum, one) => sum + one, 0);

const totals = { 'drifting scans': 0, 'rows missed by a scan': 0 };
afterAll(() => reportCounts('Lists', totals));

const presentIn = async (store: SyncStore, ids: readonly string[]): Promise<number> =>
  right(
    await store.lookUpTransactions(
      '',
      ids.map((id) => ({ id, name: '' })),
    )(),
  ).remoteById.size;

/** Two runs: the first pushes some of the sales and loses its sync database, the second pushes all. */
const live = async (kind: CursorKind, { count, early, strangers, pageSize, inserts }: Drift) => {
  const clock = virtualClock();
  const world = memoryTaxService({ clock, latency: 0 });
  const list = driftingList(world, { kind, pageSize, inserts: [strangers, ...inserts] });
  const ports = { service: list.service };
  const pushed = Math.min(early, count);
  if (pushed > 0) await aSync({ script: { pages: paged(sales(pushed), 10) }, clock, world, ports }).finish();
  const before = list.ids();
  const store = memoryStore();
  const second = aSync({ script: { pages: paged(sales(count), 10) }, clock, world, store, ports });
  await second.finish();
  const seen = await presentIn(store, before);
  totals['drifting scans'] += 1;
  totals['rows missed by a scan'] += Math.max(0, before.length - seen);
  return { world, report: await second.report(), pushed, missed: before.length - seen, list };
};

describe.each(cursorKinds)('a list that moves while it is read, with cursors by %s', (kind) => {
  it('loses no sale, doubles none, and reports correctly what was present before', async () => {
    const property = fc.asyncProperty(anyDrift, async (drift) => {
      const { world, report, pushed, list } = await live(kind, drift);
      const { count, pageSize } = drift;
      const ours = world.journal.map(({ id }) => id);
      expect(new Set(ours).size).toBe(ours.length);
      expect(ours).toHaveLength(count);
      expect(report).toMatchObject({ considered: count, attempted: count, failed: 0 });
      expect(report).toMatchObject({ alreadyPresent: pushed, succeeded: count - pushed });
      const rows = rowsAtMost(drift);
      // Two walks, each of them begun again at most once.
      expect(list.pages()).toBeLessThanOrEqual(4 * (Math.ceil(rows / pageSize) + 1));
    });
    await fc.assert(property, { numRuns: cases(120) });
  });
});

describe('a list with cursors by time and id', () => {
  it('shows every row that was there when the walk began', async () => {
    const property = fc.asyncProperty(anyDrift, async (drift) => {
      expect((await live('time and id', drift)).missed).toBe(0);
    });
    await fc.assert(property, { numRuns: cases(60) });
  });
});

describe('the lists of these tests', () => {
  it('do hide rows from a scan, or this proves nothing', () => {
    expect(totals['rows missed by a scan']).toBeGreaterThan(0);
  });
});
