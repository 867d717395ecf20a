import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import type {
  LineAmounts,
  Finding,
  Adjustment,
  AdjustmentKind,
  Outcome,
  ReportLine,
  RunSummary,
} from '../../../src/domain/run.ts';
import { aCommit, anAdjustment, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';
import { sized } from '../../support/size.ts';
import type { Opened } from './opened.ts';

const at = '2026-04-01T00:00:00Z';
const outcomes = ['succeeded', 'alreadyPresent', 'failed', 'skipped', 'held'] as const;

const amount = fc.oneof(
  fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }),
  fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }),
);

const plain = { noNullPrototype: true };

const movement: fc.Arbitrary<Adjustment> = fc
  .record(
    {
      kind: fc.constantFrom<AdjustmentKind[]>('refund', 'edit'),
      amount,
      sent: fc.boolean(),
      currency: fc.constantFrom('USD', 'JPY'),
    },
    plain,
  )
  .map((differences) => anAdjustment(differences));

const amounts: fc.Arbitrary<LineAmounts> = fc.record(
  {
    currency: fc.constantFrom('USD', 'CAD'),
    jurisdiction: fc.constantFrom('CA', 'NY', 'CA-ON'),
    month: fc.constantFrom('2026-01', '2026-02'),
    total: amount,
    taxCollected: amount,
  },
  plain,
);

const entry: fc.Arbitrary<ReportLine> = fc
  .record({
    // Few ids, so that entries are settled again.
    id: fc.integer({ min: 0, max: 12 }).map((number) => `entry-${number}`),
    outcome: fc.constantFrom<Outcome[]>(...outcomes),
    reason: fc.constantFrom<NonNullable<ReportLine['reason']>[]>('missing address', 'test order', 'refused'),
    amounts: fc.option(amounts),
    findings: fc.subarray<Finding>([
      'possible duplicate',
      'partially paid',
      'channel with open liability: Depop',
      'channel with open liability: Odd: % _',
    ]),
    adjustments: fc.array(movement, { maxLength: 2 }),
  })
  .map((differences) => aReportLine(differences));

/** What a set of numbers amounts to, by key, as a plain record. */
const tally = (pairs: readonly (readonly [string, number | bigint])[]): Record<string, string> => {
  const sums: Record<string, bigint> = {};
  for (const [key, value] of pairs) sums[key] = (sums[key] ?? 0n) + BigInt(value);
  return Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, sum.toString()]));
};

/** The same sums, taken from a summary and taken from the entries themselves. */
const sumsOf = ({ counts, skipped, held, totals, findings, openChannels, adjustments }: RunSummary): unknown => ({
  counts,
  skipped,
  held,
  findings,
  channels: tally(openChannels.map((one) => [`${one.channel} ${one.currency}`, one.total])),
  ofChannels: tally(openChannels.map((one) => [`${one.channel} ${one.currency}`, one.count])),
  totals: tally(totals.map((one) => [`${one.currency} ${one.jurisdiction} ${one.month}`, one.total])),
  taxes: tally(totals.map((one) => [`${one.currency} ${one.jurisdiction} ${one.month}`, one.taxCollected])),
  places: tally(totals.map((one) => [`${one.currency} ${one.jurisdiction} ${one.month}`, one.count])),
  moved: tally(adjustments.map((one) => [`${one.kind} ${one.currency} ${String(one.sent)}`, one.amount])),
  adjustments: tally(adjustments.map((one) => [`${one.kind} ${one.currency} ${String(one.sent)}`, one.count])),
});

const count = (keys: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(keys)].map((key) => [key, keys.filter((one) => one === key).length]));

const expectedOf = (entries: readonly ReportLine[]): unknown => {
  const inService = entries.flatMap(({ outcome, amounts }) =>
    amounts !== null && (outcome === 'succeeded' || outcome === 'alreadyPresent')
      ? [{ key: `${amounts.currency} ${amounts.jurisdiction} ${amounts.month}`, ...amounts }]
      : [],
  );
  const moved = entries.flatMap(({ adjustments }) =>
    adjustments.map((one) => ({ key: `${one.kind} ${one.currency} ${String(one.sent)}`, amount: one.amount })),
  );
  const channels = entries.flatMap(({ amounts, findings }) =>
    findings.flatMap((one) => {
      const [, channel] = one.split(/channel with open liability: (.*)/);
      return channel === undefined || amounts === null
        ? []
        : [{ key: `${channel} ${amounts.currency}`, total: amounts.total }];
    }),
  );
  const reasonsOf = (outcome: Outcome): Record<string, number> =>
    count(entries.filter((one) => one.outcome === outcome).map(({ reason }) => reason ?? ''));
  return {
    counts: Object.fromEntries(outcomes.map((one) => [one, entries.filter(({ outcome }) => outcome === one).length])),
    skipped: reasonsOf('skipped'),
    held: reasonsOf('held'),
    findings: count(entries.flatMap(({ findings }) => findings.map((one) => one.replace(/: .*$/, '')))),
    channels: tally(channels.map(({ key, total }) => [key, total])),
    ofChannels: tally(channels.map(({ key }) => [key, 1])),
    totals: tally(inService.map(({ key, total }) => [key, total])),
    taxes: tally(inService.map(({ key, taxCollected }) => [key, taxCollected])),
    places: tally(inService.map(({ key }) => [key, 1])),
    moved: tally(moved.map(({ key, amount: one }) => [key, one])),
    adjustments: tally(moved.map(({ key }) => [key, 1])),
  };
};

export const itSumsUp = ({ store }: Opened): void => {
  describe('as a maker of sums', () => {
    it('names every outcome of an empty run, and of one that it does not know', async () => {
      const empty: RunSummary = {
        counts: { succeeded: 0, alreadyPresent: 0, failed: 0, skipped: 0, held: 0 },
        failed: {},
        skipped: {},
        held: {},
        totals: [],
        findings: {},
        openChannels: [],
        undecided: [],
        adjustments: [],
        olderSales: 0,
      };
      expect(right(await store().summarizeRun('run-1')())).toStrictEqual(empty);
      expect(right(await store().summarizeRun('run-9')())).toStrictEqual(empty);
    });

    it('counts the lines of older sales, until they are replaced', async () => {
      const older = async (): Promise<number> => right(await store().summarizeRun('run-1')()).olderSales;
      const lines = [aReportLine({ isOlder: true }), aReportLine({ id: 'shopify:1:1002' })];
      right(await store().commitPage(aCommit('run-1', { lines }), at)());
      expect(await older()).toBe(1);
      right(await store().commitPage(aCommit('run-1', { lines: [aReportLine()] }), at)());
      expect(await older()).toBe(0);
    });

    it('adds up places in their order, of what is in the service only', async () => {
      const place = { currency: 'USD', jurisdiction: 'CA', month: '2026-02', total: 10n, taxCollected: 1n };
      const entries = [
        aReportLine({ id: 'a', amounts: { ...place, jurisdiction: 'NY' } }),
        aReportLine({ id: 'b', amounts: place }),
        aReportLine({ id: 'c', outcome: 'alreadyPresent', amounts: place }),
        aReportLine({ id: 'd', outcome: 'failed', reason: 'refused', amounts: place }),
        aReportLine({ id: 'e', amounts: { ...place, currency: 'CAD', jurisdiction: 'CA-ON' } }),
      ];
      right(await store().commitPage(aCommit('run-1', { lines: entries }), at)());
      expect(right(await store().summarizeRun('run-1')()).totals).toStrictEqual([
        { ...place, currency: 'CAD', jurisdiction: 'CA-ON', count: 1 },
        { ...place, count: 2, total: 20n, taxCollected: 2n },
        { ...place, jurisdiction: 'NY', count: 1 },
      ]);
    });

    it('keeps its sums true when a line whose finding has a NUL is replaced', async () => {
      const finding: Finding = 'channel with open liability: De\0pop';
      const line = aReportLine({ id: 'a', findings: [finding] });
      right(await store().commitPage(aCommit('run-1', { lines: [line] }), at)());
      right(await store().commitPage(aCommit('run-1', { lines: [{ ...line, findings: [] }] }), at)());
      expect(right(await store().summarizeRun('run-1')())).toMatchObject({ findings: {}, openChannels: [] });
    });

    it('adds up what held and failed records come to, as far as it is known', async () => {
      const line = (id: string, differences: Partial<ReportLine>) =>
        aReportLine({ id, outcome: 'held', reason: 'partially paid', amounts: null, ...differences });
      const stated = { currency: 'USD', total: 100n, jurisdiction: 'CA' };
      const entries = [
        line('a', { stated }),
        line('b', { stated: { ...stated, jurisdiction: null } }),
        line('c', { stated: { ...stated, total: null } }),
        line('d', {}),
        line('e', { stated: { ...stated, total: 10n ** 15n - 1n } }),
        line('f', { stated: { ...stated, currency: 'EUR' } }),
        line('g', { stated, outcome: 'skipped', reason: 'test order' }),
        aReportLine({ id: 'h', outcome: 'failed', reason: 'refused' }),
        aReportLine({ id: 'i' }),
      ];
      right(await store().commitPage(aCommit('run-1', { lines: entries }), at)());
      const { undecided, totals } = right(await store().summarizeRun('run-1')());
      expect(undecided).toStrictEqual([
        { currency: 'EUR', count: 1, total: 100n },
        { currency: 'USD', count: 4, total: 10n ** 15n - 1n + 200n + 10_725n },
      ]);
      expect(totals).toMatchObject([{ currency: 'USD', jurisdiction: 'CA', count: 1 }]);
    });

    it('adds amounts to sums beyond 2^53 to the last unit', async () => {
      const largest = 10n ** 15n - 1n;
      const large = Array.from({ length: 20 }, () => largest);
      const entries = large.map((total, index) =>
        aReportLine({
          id: `entry-${index}`,
          amounts: { currency: 'IDR', jurisdiction: 'ID', month: '2026-01', total, taxCollected: -total },
        }),
      );
      right(await store().commitPage(aCommit('run-1', { lines: entries }), at)());
      const sum = 20n * largest;
      expect(right(await store().summarizeRun('run-1')()).totals).toMatchObject([
        { count: 20, total: sum, taxCollected: -sum },
      ]);
    });

    it('adds up to what is in the entries, whatever was committed in whatever order', async () => {
      let runs = 1;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(entry, { maxLength: 9 }), { maxLength: 5 }), async (pages) => {
          const runId = `property-${++runs}`;
          right(await store().openRun(aRequest({ storefronts: [runId] }), { id: runId, at })());
          for (const entries of pages) right(await store().commitPage(aCommit(runId, { lines: entries }), at)());

          const expected = [...new Map(pages.flat().map((one) => [one.id, one])).values()];
          const read = right(await store().findLines(runId, {}, { after: O.none, limit: 100 })());
          expect(read.lines).toStrictEqual(expected);
          const summary = right(await store().summarizeRun(runId)());
          expect(sumsOf(summary)).toStrictEqual(expectedOf(expected));
          const considered = Object.values(summary.counts).reduce((sum, one) => sum + one, 0);
          expect(considered).toBe(expected.length);
        }),
        { numRuns: sized({ quick: 20, all: 60 }) },
      );
    });
  });
};
