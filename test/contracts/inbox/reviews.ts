import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { DailyCount, SentLine, SentLinesPage, SignOff } from '../../../src/domain/review-store.ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { aCommit, anAdjustment, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';

const aSignOff = (differences: Partial<SignOff> = {}): SignOff => ({
  runId: 'run-1',
  by: 'Ada',
  at,
  note: 'compared with the books',
  statement: '{"counts":{}}',
  ...differences,
});

const aCountedDay = (differences: Partial<DailyCount> = {}): DailyCount => ({
  storefront: 'us-store',
  day: '2026-03-08',
  source: 12,
  service: 12,
  missing: 0,
  differing: 0,
  countedAt: '2026-04-02T00:00:00Z',
  ...differences,
});

const range = (month: number): { readonly from: string; readonly to: string } => ({
  from: `2026-0${month}-01`,
  to: `2026-0${month}-28`,
});

export const itKeepsReviews = (store: () => SyncDatabase): void => {
  describe('as a keeper of reviews', () => {
    it('lists historical runs, newest first, page by page; live ones are left out', async () => {
      for (const month of [1, 2, 3, 4]) {
        right(await store().openRun(aRequest({ range: range(month) }), { id: `run-${month}`, at })());
      }
      right(await store().openRun(aRequest({ kind: 'live' }), { id: 'live:us-store', at })());
      right(await store().setTimeZone('run-4', 'us-store', 'America/New_York')());
      const first = right(await store().reviews.listRuns({ before: O.none, limit: 3 })());
      const second = right(await store().reviews.listRuns({ before: first.next, limit: 3 })());
      expect(first.runs.map(({ id }) => id)).toStrictEqual(['run-4', 'run-3', 'run-2']);
      expect(first.runs[0]?.timeZones).toStrictEqual({ 'us-store': 'America/New_York' });
      expect(second).toMatchObject({ runs: [{ id: 'run-1' }], next: O.none });
    });

    it('lists nothing behind a run that it does not know', async () => {
      right(await store().openRun(aRequest(), { id: 'run-1', at })());
      const none = right(await store().reviews.listRuns({ before: O.some('run-9'), limit: 3 })());
      expect(none).toStrictEqual({ runs: [], next: O.none });
    });

    it('adds up by outcome, reason, place and month, and leaves out what has no amounts', async () => {
      right(await store().openRun(aRequest(), { id: 'run-1', at })());
      const planned = { outcome: 'skipped', reason: 'would be sent' } as const;
      const large = { currency: 'USD', jurisdiction: 'NY', month: '2026-01', total: 10n ** 14n, taxCollected: 0n };
      const entries = [
        aReportLine({ id: 'a', ...planned }),
        aReportLine({ id: 'b', ...planned }),
        aReportLine({ id: 'c', ...planned, amounts: large }),
        aReportLine({ id: 'd' }),
        aReportLine({ id: 'e', outcome: 'held', reason: 'missing address', amounts: null }),
      ];
      right(await store().commitPage(aCommit('run-1', { lines: entries }), at)());
      const alike = { currency: 'USD', jurisdiction: 'CA', month: '2026-02' };
      expect(right(await store().reviews.overview('run-1')()).totals).toStrictEqual([
        { ...large, ...planned, count: 1 },
        { ...alike, ...planned, count: 2, total: 21_450n, taxCollected: 1_450n },
        { ...alike, outcome: 'succeeded', reason: null, count: 1, total: 10_725n, taxCollected: 725n },
      ]);
      expect(right(await store().reviews.overview('run-9')()).totals).toStrictEqual([]);
      const none = { succeeded: 0, alreadyPresent: 0, failed: 0, skipped: 0, held: 0 };
      const { summary } = right(await store().reviews.overview('run-1')());
      expect(summary).toStrictEqual(right(await store().summarizeRun('run-1')()));
      expect(right(await store().reviews.outcomeCounts('run-1')())).toStrictEqual({
        ...none,
        succeeded: 1,
        skipped: 3,
        held: 1,
      });
      expect(right(await store().reviews.outcomeCounts('run-9')())).toStrictEqual(none);
    });

    it('adds up refunds that were not sent, by the month and place of their sales', async () => {
      right(await store().openRun(aRequest(), { id: 'run-1', at })());
      const large = -(10n ** 14n);
      const nevada = { currency: 'USD', jurisdiction: 'NV', month: '2026-01', total: 1n, taxCollected: 0n };
      const entries = [
        aReportLine({ id: 'a', adjustments: [anAdjustment({ id: '1' }), anAdjustment({ id: '2', amount: large })] }),
        aReportLine({
          id: 'b',
          adjustments: [anAdjustment({ id: '3', amount: -1n }), anAdjustment({ id: '4', sent: true })],
        }),
        aReportLine({ id: 'c', amounts: nevada, adjustments: [anAdjustment({ id: '5', currency: 'EUR' })] }),
        aReportLine({ id: 'd', adjustments: [anAdjustment({ id: '6', kind: 'edit' })] }),
        aReportLine({
          id: 'e',
          outcome: 'held',
          reason: 'missing address',
          amounts: null,
          adjustments: [anAdjustment()],
        }),
      ];
      right(await store().commitPage(aCommit('run-1', { lines: entries }), at)());
      expect(right(await store().reviews.overview('run-1')()).refunds).toStrictEqual([
        { currency: 'EUR', jurisdiction: 'NV', month: '2026-01', count: 1, amount: -5_363n },
        { currency: 'USD', jurisdiction: 'CA', month: '2026-02', count: 3, amount: large - 5_364n },
      ]);
      expect(right(await store().reviews.overview('run-9')()).refunds).toStrictEqual([]);
    });

    it('adds up sales by day, each once, as the newest run settled it, without tax', async () => {
      right(await store().openRun(aRequest(), { id: 'run-1', at })());
      right(await store().openRun(aRequest({ range: range(1) }), { id: 'run-2', at })());
      const large = { currency: 'USD', jurisdiction: 'NY', month: '2026-01', total: 10n ** 14n, taxCollected: 1n };
      const occurredAt = '2026-02-03T17:20:00Z';
      const [succeeded, planned] = [{ outcome: 'succeeded' }, { outcome: 'skipped', reason: 'would be sent' }] as const;
      const detail = (exemption: string) => ({
        ...{ zip: null, discount: 0n, shipping: 0n, marketplace: null, parentId: null, exemption },
      });
      const sold = { ...detail(''), exemption: null };
      const first = [
        aReportLine({ id: 'a', occurredAt }),
        aReportLine({ id: 'b', occurredAt, findings: ['marketplace sale', 'possible duplicate'] }),
        aReportLine({ id: 'c', occurredAt, findings: ['exempt sale'] }),
        aReportLine({ id: 'd', amounts: large }),
        aReportLine({
          id: 'e',
          occurredAt,
          kind: 'refund',
          amounts: { ...large, total: -10_725n, taxCollected: -725n },
        }),
        aReportLine({ id: 'f', occurredAt, outcome: 'failed', reason: 'refused' }),
        aReportLine({ id: 'g', outcome: 'held', reason: 'missing address', amounts: null }),
        aReportLine({ id: 'h', occurredAt, ...planned }),
        aReportLine({ id: 'j', occurredAt, findings: ['exempt sale'], detail: detail('RESALE') }),
        aReportLine({ id: 'k', occurredAt, findings: ['exempt sale'], detail: detail('NON_PROFIT') }),
        // An evening in the storefront's time zone, and a morning there.
        aReportLine({ id: 'l', occurredAt: '2026-03-01T03:00:00Z' }),
        aReportLine({ id: 'm', occurredAt: '2026-01-31T20:00:00Z' }),
        // A sale of which half is of products that are not taxable and a fifth was taxed, and one of products that are not taxable.
        aReportLine({
          id: 'q',
          occurredAt: '2026-02-06T17:20:00Z',
          detail: { ...sold, notTaxable: 5_000n, taxed: 2_000n },
        }),
        aReportLine({
          id: 'r',
          occurredAt: '2026-02-06T17:20:00Z',
          detail: { ...sold, notTaxable: 10_000n, taxed: 0n },
        }),
        // The two parts of one sale.
        aReportLine({ id: 'n', occurredAt: '2026-02-05T17:20:00Z' }),
        aReportLine({ id: 'n:marketplace', occurredAt: '2026-02-05T17:20:00Z', findings: ['marketplace sale'] }),
        // Canceled and paid back: at once, and after it was counted.
        aReportLine({ id: 'o', occurredAt, findings: ['canceled and paid back'] }),
        aReportLine({ id: 'p', occurredAt }),
      ];
      right(await store().commitPage(aCommit('run-1', { lines: first }), at)());
      const second = [
        aReportLine({ id: 'a', occurredAt: '2026-02-04T17:20:00Z', outcome: 'alreadyPresent' }),
        aReportLine({ id: 'b', occurredAt, outcome: 'held', reason: 'closed period', amounts: null }),
        aReportLine({ id: 'd', amounts: large, ...succeeded }),
        aReportLine({ id: 'i', occurredAt, ...planned }),
        aReportLine({ id: 'p', occurredAt, outcome: 'alreadyPresent', findings: ['canceled and paid back'] }),
      ];
      right(await store().commitPage(aCommit('run-2', { lines: second }), at)());
      const day = {
        ...{ currency: 'USD', jurisdiction: 'CA', day: '2026-02-03' },
        ...{ isMarketplace: false, isExempt: false, isResale: false },
        ...{ notTaxableCount: 0, notTaxableSales: 0n, untaxedSales: 0n, taxed: 0n, tax: 0n },
      };
      const one = { ...day, count: 1, sales: 10_000n, net: 10_000n };
      expect(right(await store().reviews.dailySales())).toStrictEqual([
        { ...day, jurisdiction: 'NY', day: '2026-01-01', count: 1, sales: 10n ** 14n - 1n, net: 10n ** 14n - 1n },
        // A refund of the month before.
        { ...day, jurisdiction: 'NY', day: '2026-01-31', count: 0, sales: 0n, net: -10_000n },
        { ...one, day: '2026-02-01' },
        // With the two that were canceled and paid back.
        { ...day, count: 2, sales: 20_000n, net: 40_000n },
        { ...day, count: 2, sales: 20_000n, net: 20_000n, isExempt: true },
        { ...one, isExempt: true, isResale: true },
        { ...one, isMarketplace: true },
        { ...one, day: '2026-02-04' },
        { ...one, day: '2026-02-05' },
        { ...one, day: '2026-02-05', isMarketplace: true, count: 0 },
        {
          ...{
            ...day,
            day: '2026-02-06',
            count: 2,
            sales: 20_000n,
            net: 20_000n,
            notTaxableCount: 1,
            notTaxableSales: 15_000n,
          },
          ...{ untaxedSales: 3_000n, taxed: 2_000n, tax: 1_450n },
        },
        { ...one, day: '2026-02-28' },
      ]);
    });

    it('gives what the service holds, each once, as the newest run settled it, with what the service showed', async () => {
      right(await store().openRun(aRequest(), { id: 'run-1', at })());
      right(await store().openRun(aRequest({ range: range(1) }), { id: 'run-2', at })());
      const detail = {
        ...{ zip: '94107', discount: 100n, shipping: -5n, marketplace: null, exemption: 'RESALE', parentId: null },
        taxed: 10n ** 14n,
        notTaxable: 10n ** 13n,
      };
      const occurredAt = '2026-02-03T17:20:00Z';
      const credit = { currency: 'USD', total: -500n, jurisdiction: 'NY' };
      const amounts = { currency: 'USD', jurisdiction: 'CA', total: 10_725n, taxCollected: 725n };
      const first = [
        aReportLine({ id: 'a', occurredAt }),
        aReportLine({
          id: 'b',
          occurredAt,
          findings: ['exempt sale'],
          adjustments: [anAdjustment({ taxed: -5_000n })],
        }),
        aReportLine({ id: 'c', occurredAt, outcome: 'failed', reason: 'refused' }),
        aReportLine({ id: 'd', occurredAt, outcome: 'skipped', reason: 'would be sent' }),
        aReportLine({
          ...{ id: 'e', occurredAt: '2026-01-01T00:00:00Z', adjustments: [anAdjustment()] },
          amounts: { ...amounts, month: '2026-01' },
        }),
        aReportLine({ id: 'f', occurredAt: '2026-03-01T00:00:00Z', amounts: { ...amounts, month: '2026-03' } }),
        aReportLine({ id: 'g', occurredAt, storefront: 'eu-store' }),
        aReportLine({
          ...{ id: 'h', occurredAt, outcome: 'skipped', reason: 'credit document', amounts: null, stated: credit },
          adjustments: [anAdjustment()],
        }),
        aReportLine({ id: 'i' }),
      ];
      right(await store().commitPage(aCommit('run-1', { lines: first }), at)());
      const second = [
        aReportLine({ id: 'a', occurredAt, outcome: 'alreadyPresent', detail }),
        aReportLine({ id: 'b', occurredAt, outcome: 'held', reason: 'closed period', amounts: null }),
      ];
      right(await store().commitPage(aCommit('run-2', { lines: second }), at)());
      right(await store().setTimeZone('run-2', 'us-store', 'America/New_York')());
      const shown = { total: '107.25', state: 'CA' };
      const transactions = [{ id: 'a', name: 'a', shown }];
      const page = { ...{ scan: 1, next: O.none, completesScan: true }, transactions };
      right(await store().saveRemoteIndexPage(page)());
      const days = { from: '2026-02-01', to: '2026-02-28' };
      const read = async (storefronts?: readonly string[]) => {
        const lines: SentLine[] = [];
        let after: O.Option<string> = O.none;
        do {
          const filter = { days, ...(storefronts !== undefined && { storefronts }) };
          const found: SentLinesPage = right(await store().reviews.sentLines(filter, after)());
          lines.push(...found.lines);
          after = found.next;
        } while (O.isSome(after));
        return new Map(lines.map((line) => [line.id, line]));
      };
      const sent = await read();
      expect([...sent.keys()].sort()).toStrictEqual(['a', 'b', 'e', 'g', 'h', 'i']);
      const dated = [{ ...anAdjustment(), day: '2026-02-10' }];
      expect(sent.get('a')).toStrictEqual({ ...second[0], day: '2026-02-03', shown });
      expect(sent.get('b')).toStrictEqual({
        ...{ ...first[1], day: '2026-02-03', shown: null },
        adjustments: [{ ...anAdjustment({ taxed: -5_000n }), day: '2026-02-10' }],
      });
      expect(sent.get('h')).toStrictEqual({ ...first[7], day: '2026-02-03', shown: null, adjustments: dated });
      expect([...(await read(['eu-store'])).keys()]).toStrictEqual(['g']);
      expect((await read([])).size).toBe(0);
    });

    it('keeps every sign-off of a run as it was signed', async () => {
      const [first, second] = [aSignOff(), aSignOff({ by: 'Grace', note: '', statement: '{"counts":{"held":1}}' })];
      for (const one of [first, aSignOff({ runId: 'run-2' }), second])
        right(await store().reviews.saveSignOff({ ...one, statement: () => one.statement })());
      expect(right(await store().reviews.signOffs('run-1')())).toStrictEqual([first, second]);
      expect(right(await store().reviews.signOffs('run-9')())).toStrictEqual([]);
    });

    it('keeps what was counted of each day of a storefront, the last time', async () => {
      const { saveDailyCounts, dailyCounts } = store().reviews;
      const whole = { from: '2026-03-01', to: '2026-03-31' };
      const short = aCountedDay({ service: 11, missing: 1 });
      const days = [aCountedDay({ day: '2026-03-09' }), short, aCountedDay({ day: '2026-04-01' })];
      right(await saveDailyCounts([...days, aCountedDay({ storefront: 'eu-store', differing: 2 })])());
      expect(right(await dailyCounts('us-store', whole)())).toStrictEqual([short, days[0]]);
      const again = aCountedDay({ countedAt: '2026-04-03T00:00:00Z' });
      right(await saveDailyCounts([again])());
      right(await saveDailyCounts([])());
      expect(right(await dailyCounts('us-store', { ...whole, to: again.day })())).toStrictEqual([again]);
      expect(right(await dailyCounts('nothing', whole)())).toStrictEqual([]);
    });

    it('knows from which to which day a storefront was ever synced; dry runs and live runs do not count', async () => {
      const { syncedDays } = store().reviews;
      expect(right(await syncedDays('us-store')())).toStrictEqual(O.none);
      expect(right(await store().reviews.storefronts())).toStrictEqual([]);
      const both = ['eu-store', 'us-store'];
      right(await store().openRun(aRequest({ kind: 'live' }), { id: 'live:us-store', at })());
      right(await store().openRun(aRequest({ range: range(1), dryRun: true }), { id: 'run-1', at })());
      right(await store().openRun(aRequest({ range: range(3) }), { id: 'run-2', at })());
      right(await store().openRun(aRequest({ range: range(2), storefronts: both }), { id: 'run-3', at })());
      right(await store().closeRun('run-3', 'canceled', at)());
      right(await store().openRun(aRequest({ range: range(4), storefronts: ['eu-store'] }), { id: 'run-4', at })());
      expect(right(await syncedDays('us-store')())).toStrictEqual(O.some({ from: range(2).from, to: range(3).to }));
      expect(right(await syncedDays('eu-store')())).toStrictEqual(O.some({ from: range(2).from, to: range(4).to }));
      expect(right(await syncedDays('store')())).toStrictEqual(O.none);
      expect(right(await store().reviews.storefronts())).toStrictEqual(both);
    });

    it('knows the days that finished runs of a storefront have read, also dry ones', async () => {
      const { openRun, closeRun, reviews } = store();
      right(await openRun(aRequest({ kind: 'live' }), { id: 'live:us-store', at })());
      for (const [n, dryRun, status] of [
        ...[[1, true, 'finished'] as const, [2, false, 'finished'] as const, [3, false, 'canceled'] as const],
        ...[[5, false, 'finished'] as const],
      ]) {
        const days = n === 2 ? { ...range(2), from: '2026-01-29' } : range(n);
        right(await openRun(aRequest({ range: days, dryRun }), { id: `run-${n}`, at })());
        right(await closeRun(`run-${n}`, status, at)());
      }
      right(await openRun(aRequest({ range: range(4) }), { id: 'run-4', at })());
      expect(right(await reviews.readDays('us-store')())).toStrictEqual([
        { from: range(1).from, to: range(2).to },
        range(5),
      ]);
      expect(right(await reviews.readDays('eu-store')())).toStrictEqual([]);
    });

    it('adds up what is not sent by month, place and reason, and what a person left out at once', async () => {
      const { reviews } = store();
      right(await store().openRun(aRequest(), { id: 'run-1', at })());
      const held = { outcome: 'held', reason: 'partially paid', amounts: null } as const;
      const unpaid = { outcome: 'skipped', reason: 'not paid', amounts: null } as const;
      const stated = (jurisdiction: string | null, total: bigint) => ({ currency: 'USD', jurisdiction, total });
      const march = { occurredAt: '2026-03-05T12:00:00Z' };
      const inMarch = { currency: 'USD', jurisdiction: 'CA', month: '2026-03', total: 10_725n, taxCollected: 725n };
      const lines = [
        aReportLine({ id: 'a', ...held, ...march, stated: stated('CA', 1_000n) }),
        aReportLine({ id: 'b', ...march, outcome: 'failed', reason: 'refused', amounts: inMarch }),
        aReportLine({ id: 'c', ...held, stated: stated(null, 30n) }),
        aReportLine({ id: 'd', ...held, ...march, stated: stated('CA', 4n) }),
        aReportLine({ id: 'e' }),
        aReportLine({ id: 'f', ...unpaid, ...march, stated: stated('TX', 500n) }),
        aReportLine({ id: 'g', ...unpaid, ...march, stated: { ...stated('TX', 70n), currency: 'EUR' } }),
        aReportLine({ id: 'h', ...unpaid, occurredAt: '2026-04-01T12:00:00Z', stated: stated('TX', 9n) }),
        aReportLine({ id: 'i', ...held, kind: 'refund', ...march, stated: stated('CA', -100n) }),
        aReportLine({ id: 'j', ...unpaid, ...march, reason: 'outside the chosen days', stated: stated('TX', 1n) }),
      ];
      right(await store().commitPage(aCommit('run-1', { lines }), at)());
      const until = async (day: string) =>
        right(await reviews.notSent(day)())
          .map((one) => Object.values(one).join(' '))
          .sort();
      const failed = '2026-03 CA USD refused 1 10725';
      const unpaidInMarch = ['2026-03 TX EUR not paid 1 70', '2026-03 TX USD not paid 1 500'];
      expect(await until('2026-03-31')).toStrictEqual(
        ['  USD partially paid 1 30', '2026-03 CA USD partially paid 2 1004', failed, ...unpaidInMarch].sort(),
      );
      expect(await until('2026-03-04')).toStrictEqual(['  USD partially paid 1 30']);
      expect(await until('2026-12-31')).toContain('2026-04 TX USD not paid 1 9');

      const leftOut = { action: 'leave out', note: 'a test', by: 'Ada', at, until: null, batch: 'b-1' } as const;
      const filter = { storefronts: ['us-store'], lineId: 'd', state: 'open', now: at } as const;
      expect(right(await reviews.decide(filter, leftOut)())).toBe(1);
      const decided = ['2026-03 CA USD left out by decision 1 4', '2026-03 CA USD partially paid 1 1000'];
      const others = ['  USD partially paid 1 30', failed, ...unpaidInMarch];
      expect(await until('2026-03-31')).toStrictEqual([...others, ...decided].sort());
      // Read again, its line says so; taken back, it waits again.
      const again = aReportLine({ ...lines[3], outcome: 'skipped', reason: 'left out by decision' });
      right(await store().commitPage(aCommit('run-1', { lines: [again] }), at)());
      expect(await until('2026-03-31')).toStrictEqual([...others, ...decided].sort());
      right(await reviews.undo('b-1', ['us-store'])());
      expect(await until('2026-03-31')).toStrictEqual([...others, '2026-03 CA USD partially paid 2 1004'].sort());
      expect(right(await reviews.checkSums()).wrong).toStrictEqual([]);

      const paid = aReportLine({ id: 'f', occurredAt: '2026-03-05T12:00:00Z' });
      right(await store().commitPage(aCommit('run-1', { lines: [paid] }), at)());
      expect(await until('2026-03-31')).not.toContain('2026-03 TX USD not paid 1 500');
    });

    it('keeps where a business is registered, one note for each state, for its account alone', async () => {
      const { reviews } = store();
      const texas = { state: 'TX', status: 'registered', since: '2026-05-01', by: 'our accountant' } as const;
      const noted = { notedBy: 'Ada', notedAt: at };
      const washington = { state: 'WA', status: 'managed elsewhere', since: null, by: null, ...noted } as const;
      for (const one of [washington, { ...texas, since: '2026-04-01', ...noted }, { ...texas, ...noted }])
        right(await reviews.saveRegistration(one)());
      expect(right(await reviews.registrations())).toStrictEqual([{ ...texas, ...noted }, washington]);
      const other = store().forAccount('another').reviews;
      expect(right(await other.registrations())).toStrictEqual([]);
      expect(right(await other.removeRegistration('TX')())).toBe(false);
      expect(right(await reviews.removeRegistration('TX')())).toBe(true);
      expect(right(await reviews.registrations())).toStrictEqual([washington]);
    });

    it('keeps opening balances by channel, state and month, for its account alone', async () => {
      const { reviews } = store();
      const noted = { isMarketplace: false, notedBy: 'Ada', notedAt: at };
      const texas = {
        channel: 'Fairs',
        state: 'TX',
        month: '2026-01',
        sales: 999_999_999_999_999n,
        count: 3,
        ...noted,
      };
      const amazon = { ...texas, channel: 'Amazon', sales: 1n, isMarketplace: true };
      const ohio = { ...texas, state: 'OH', month: '2026-02' };
      right(await reviews.saveOpeningBalances([{ ...texas, sales: 7n }, ohio, amazon])());
      right(await reviews.saveOpeningBalances([texas])());
      expect(right(await reviews.openingBalances())).toStrictEqual([ohio, amazon, texas]);
      const other = store().forAccount('another').reviews;
      expect(right(await other.openingBalances())).toStrictEqual([]);
      expect(right(await other.removeOpeningBalances({ channel: 'Fairs' })())).toBe(0);
      expect(right(await reviews.removeOpeningBalances({ channel: 'Fairs', state: 'TX', month: '2026-02' })())).toBe(0);
      expect(right(await reviews.removeOpeningBalances({ channel: 'Fairs' })())).toBe(2);
      expect(right(await reviews.openingBalances())).toStrictEqual([amazon]);
    });

    it('knows which months are closed, who closed them first, and forgets them when they are opened again', async () => {
      const march = { month: '2026-03', by: 'Ada', at };
      const january = { month: '2026-01', by: 'Grace', at };
      const before = [];
      for (const one of [march, january, { ...march, by: 'Mallory' }])
        before.push(right(await store().reviews.closePeriod(one)()));
      const isNew = { open: 0, reasons: [], before: O.none };
      expect(before).toStrictEqual([isNew, isNew, { ...isNew, before: O.some(march) }]);
      expect(right(await store().reviews.closedPeriods())).toStrictEqual([january, march]);
      const reopening = { month: '2026-01', by: 'Linus', at, reason: 'a return came late' };
      expect(right(await store().reviews.reopenPeriod(reopening)())).toStrictEqual(O.some(january));
      expect(right(await store().reviews.reopenPeriod({ ...reopening, reason: 'again' })())).toStrictEqual(O.none);
      expect(right(await store().reviews.closedPeriods())).toStrictEqual([march]);
      const closing = { action: 'close', reason: '' } as const;
      expect(right(await store().reviews.periodChanges())).toStrictEqual([
        { ...march, ...closing },
        { ...january, ...closing },
        { ...reopening, action: 'reopen' },
      ]);
    });

    it('keeps the figures of a month as they were when it was closed the last time, and those of no open month', async () => {
      const { reviews } = store();
      const days = { from: '2026-02-01', to: '2026-02-28' };
      const months = { from: '2026-01', to: '2026-03' };
      const commit = async (...lines: readonly ReturnType<typeof aReportLine>[]): Promise<void> =>
        right(await store().commitPage(aCommit('run-1', { lines }), at)());
      const now = async (): Promise<unknown> => right(await reviews.monthFigures({ days })());
      const kept = async (): Promise<unknown> => right(await reviews.figuresWhenClosed(months)());
      const february = { month: '2026-02', by: 'Ada', at };
      right(await store().openRun(aRequest(), { id: 'run-1', at })());
      await commit(aReportLine({ id: 'first' }));
      right(await reviews.closePeriod(february)());
      const atFirst = await now();
      expect(atFirst).not.toStrictEqual([]);
      await commit(aReportLine({ id: 'second' }));
      expect(await kept()).toStrictEqual(atFirst);
      expect(right(await reviews.figuresWhenClosed({ from: '2026-03', to: '2026-12' })())).toStrictEqual([]);
      right(await reviews.reopenPeriod({ ...february, reason: 'one came late' })());
      expect(await kept()).toStrictEqual([]);
      right(await reviews.closePeriod(february)());
      expect(await kept()).toStrictEqual(await now());
      expect(await kept()).not.toStrictEqual(atFirst);
    });

    it('leaves dry runs out of the days that were read, where it is asked to', async () => {
      const { openRun, closeRun, reviews } = store();
      const march = { range: { from: '2026-03-01', to: '2026-03-31' } };
      right(await openRun(aRequest({ ...march, dryRun: true }), { id: 'run-dry', at })());
      right(await closeRun('run-dry', 'finished', at)());
      expect(right(await reviews.readDays('us-store')())).toStrictEqual([march.range]);
      expect(right(await reviews.readDays('us-store', { withPreviews: false })())).toStrictEqual([]);
    });
  });
};
