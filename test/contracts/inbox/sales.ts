import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { SalesFilter, SalesOrder } from '../../../src/domain/listed-sale.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import { aCommit, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';
const all: SalesFilter = { storefronts: ['us-store'], selection: 'all' };
const byDay: SalesOrder = { sort: 'day', descending: true, after: O.none, limit: 25 };

/** Of February 1 to 9, of n dollars. */
const line = (n: number, differences: Partial<ReportLine> = {}): ReportLine =>
  aReportLine({
    ...{ id: `shopify:1:${n}`, sourceId: String(n), name: `Shopify #100${n} · ${n}` },
    ...{ occurredAt: `2026-02-0${n}T12:00:00Z` },
    detail: { zip: `9000${n}`, discount: 0n, shipping: 0n, marketplace: null, exemption: null, parentId: null },
    amounts: { currency: 'USD', jurisdiction: 'CA', month: '2026-02', total: BigInt(n) * 100n, taxCollected: 7n },
    ...differences,
  });

const held = (n: number, differences: Partial<ReportLine> = {}): ReportLine =>
  line(n, {
    ...{ outcome: 'held', reason: 'partially paid', amounts: null },
    stated: { currency: 'USD', total: BigInt(n) * 100n, jurisdiction: 'CA' },
    ...differences,
  });

const undated = (n: number): ReportLine => {
  const { occurredAt: _unknown, ...rest } = held(n);
  return rest;
};

export const itListsSales = (store: () => SyncDatabase): void => {
  describe('as a list of all sales', () => {
    const settle = async (runId: string, lines: readonly ReportLine[], dryRun = false): Promise<void> => {
      const range = { from: '2026-01-01', to: `2026-03-${runId.slice(-2)}` };
      right(await store().openRun(aRequest({ dryRun, range }), { id: runId, at })());
      right(await store().commitPage(aCommit(runId, { lines }), at)());
    };
    const decide = async (n: number, action: 'send' | 'leave out'): Promise<void> => {
      const filter = { storefronts: ['us-store'], state: 'open', now: at, lineIds: [`shopify:1:${n}`] } as const;
      const decision = { action, note: 'a test', by: 'Ada', at, until: null, batch: `b-${n}` };
      expect(right(await store().reviews.decide(filter, decision, 1)())).toBe(1);
    };
    const page = async (filter: Partial<SalesFilter> = {}, order: Partial<SalesOrder> = {}) =>
      right(await store().reviews.findSales({ ...all, ...filter }, { ...byDay, ...order })());
    const ids = async (filter: Partial<SalesFilter> = {}, order: Partial<SalesOrder> = {}) =>
      (await page(filter, order)).sales.map(({ sourceId }) => Number(sourceId));

    const pages = async (order: Partial<SalesOrder>): Promise<readonly number[]> => {
      const found: number[] = [];
      for (let after: O.Option<string> = O.none, turn = 0; turn < 9; turn += 1) {
        const { sales, next } = await page({}, { ...order, after, limit: 2 });
        found.push(...sales.map(({ sourceId }) => Number(sourceId)));
        if (O.isNone(next)) return found;
        after = next;
      }
      return [];
    };

    it('shows each once, as it is now, whatever run settled it', async () => {
      await settle('run-10', [line(1), held(2), held(3), held(4), held(5)]);
      await settle('run-11', [line(1, { amounts: { ...line(1).amounts, total: 900n } } as Partial<ReportLine>)], true);
      await settle('run-12', [line(2, { outcome: 'succeeded' })]);
      await decide(4, 'leave out');
      await decide(5, 'send');
      await decide(3, 'leave out');
      await settle('run-13', [line(3, { outcome: 'skipped', reason: 'left out by decision', amounts: null })]);
      await settle('run-14', [line(6, { outcome: 'skipped', reason: 'test order', amounts: null })]);
      const { sales } = await page();
      expect(sales.map(({ sourceId, status, total, runId }) => [sourceId, status, total, runId])).toStrictEqual([
        ['6', 'skipped', null, 'run-14'],
        ['5', 'to send', 500n, 'run-10'],
        ['4', 'left out', 400n, 'run-10'],
        ['3', 'left out', null, 'run-13'],
        ['2', 'sent', 200n, 'run-12'],
        ['1', 'sent', 100n, 'run-10'],
      ]);
      expect(await ids({ selection: 'sent' })).toStrictEqual([2, 1]);
      expect(await ids({ selection: 'open' })).toStrictEqual([5]);
      expect(await ids({ selection: 'left out' })).toStrictEqual([4, 3]);
      expect(await ids({ selection: 'skipped' })).toStrictEqual([6]);
      expect(await ids({ storefronts: ['eu-store'] })).toStrictEqual([]);
      expect(await ids({ storefronts: [] })).toStrictEqual([]);
    });

    it('sorts by day, number, total and tax in both directions, a page at a time', async () => {
      await settle('run-10', [line(3), line(1), line(2), undated(4)]);
      expect(await pages({})).toStrictEqual([3, 2, 1, 4]);
      expect(await pages({ descending: false })).toStrictEqual([1, 2, 3]);
      expect(await pages({ sort: 'number' })).toStrictEqual([4, 3, 2, 1]);
      expect(await pages({ sort: 'total' })).toStrictEqual([4, 3, 2, 1]);
      expect(await pages({ sort: 'total', descending: false })).toStrictEqual([1, 2, 3, 4]);
    });

    it('shows each of a state, though sales that were sent lie closer together than the others', async () => {
      const occurredAt = (n: number) => new Date(Date.UTC(2026, 1, 9, 12) - n * 86_400_000).toISOString();
      const amounts = { currency: 'USD', jurisdiction: 'CA', total: 100n, taxCollected: 7n };
      const sent = Array.from({ length: 150 }, (_, n) =>
        line(n + 1_000, { occurredAt: occurredAt(n), amounts: { ...amounts, month: occurredAt(n).slice(0, 7) } }),
      );
      const notPaid = Array.from({ length: 15 }, (_, n) => held(n + 2_000, { occurredAt: occurredAt(10 * n) }));
      const elsewhere = { outcome: 'skipped', reason: 'belongs to another storefront' } as const;
      await settle('run-10', [
        ...sent.map((one, n) => (n >= 110 && n < 120 ? { ...one, ...elsewhere } : one)),
        ...notPaid.map((one) => ({ ...one, outcome: 'skipped', reason: 'not paid' }) as const),
      ]);
      const { sales, next } = await page({ selection: 'skipped', jurisdiction: 'CA' });
      expect([sales.length, next]).toStrictEqual([25, O.none]);
    });

    it('names the states of all sales, and sorts by tax', async () => {
      const sold = (n: number, jurisdiction: string, month: string, taxCollected: bigint): ReportLine =>
        line(n, { amounts: { currency: 'USD', jurisdiction, month, total: 100n, taxCollected } });
      const waiting = { currency: 'USD', total: 500n, jurisdiction: 'CA' };
      await settle('run-10', [
        ...[sold(1, 'NY', '2026-02', 9n), sold(2, 'CA-ON', '2026-01', 100n), sold(3, 'CA', '2026-02', 0n)],
        ...[sold(4, 'CA', '2026-01', 20n), held(5, { stated: waiting })],
      ]);
      expect(right(await store().reviews.salesPlaces())).toStrictEqual(['CA', 'CA-ON', 'NY']);
      expect(await pages({ sort: 'tax', descending: false })).toStrictEqual([3, 1, 4, 2]);
      expect(await pages({ sort: 'tax' })).toStrictEqual([2, 4, 1, 3]);
    });

    it('finds a number, an id, an amount, a ZIP, a state, a day and a month', async () => {
      const amounts = { currency: 'USD', jurisdiction: 'NY', month: '2026-02', total: 4_200n, taxCollected: 0n };
      await settle('run-10', [line(1), line(2), line(3, { amounts }), held(4)]);
      const texts: Readonly<Record<string, readonly number[]>> = {
        ...{ '#1002': [2], '1002': [2], 'shopify:1:2': [2], '2.00': [2], '$42.00': [3], '90001': [1], NY: [3] },
        ...{ California: [4, 2, 1], '2026-02-03': [3], '2/3/2026': [3], '2026-02': [4, 3, 2, 1], Canada: [], '%': [] },
      };
      for (const [text, found] of Object.entries(texts))
        expect([text, await ids({ text })]).toStrictEqual([text, found]);
      expect(await ids({ jurisdiction: 'CA' })).toStrictEqual([4, 2, 1]);
      expect(await ids({ jurisdiction: 'CA', selection: 'sent' })).toStrictEqual([2, 1]);
      expect(await ids({ month: '2026-02', jurisdiction: 'NY' })).toStrictEqual([3]);
      expect(await ids({ month: '2026-03' })).toStrictEqual([]);
      expect(await ids({ text: '#1002', selection: 'open' })).toStrictEqual([]);
    });
  });
};
