import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import type { JurisdictionTotal, Run, RunSummary } from '../../src/domain/run.ts';
import { memoryStore } from '../support/memory-store.ts';
import { readReport } from '../../src/reconcile/read-report.ts';
import { toReport } from '../../src/reconcile/report.ts';
import { aCommit, aReportLine, aRequest } from '../support/a-report-line.ts';
import { right } from '../support/right.ts';

const aRun = (differences: Partial<Run> = {}): Run => ({
  ...aRequest(),
  id: 'run-1',
  status: 'finished',
  startedAt: '2026-04-01T12:00:00Z',
  finishedAt: '2026-04-01T12:05:00Z',
  timeZones: { 'us-store': 'America/New_York' },
  ...differences,
});

const aPlace = (differences: Partial<JurisdictionTotal> = {}): JurisdictionTotal => ({
  currency: 'USD',
  jurisdiction: 'CA',
  month: '2026-02',
  count: 2,
  total: 20_050n,
  taxCollected: 1_450n,
  ...differences,
});

const aSummary = (differences: Partial<RunSummary> = {}): RunSummary => ({
  counts: { succeeded: 3, alreadyPresent: 2, failed: 1, skipped: 4, held: 1 },
  failed: { refused: 1 },
  skipped: { 'test order': 3, 'not paid': 1 },
  held: { 'missing address': 1 },
  totals: [
    aPlace({ month: '2026-03', jurisdiction: 'NV', count: 1, total: 999n, taxCollected: 0n }),
    aPlace({ month: '2026-03', count: 1, total: 5n, taxCollected: 1n }),
    aPlace(),
    aPlace({ currency: 'JPY', jurisdiction: 'JP-13', count: 1, total: 8_600n, taxCollected: 0n }),
  ],
  findings: { 'state derived from ZIP': 2 },
  openChannels: [],
  undecided: [{ currency: 'USD', count: 2, total: 214_000n }],
  adjustments: [{ kind: 'refund', currency: 'USD', count: 2, amount: -1_234n, sent: false }],
  olderSales: 2,
  ...differences,
});

const failure = aReportLine({
  outcome: 'failed',
  reason: 'refused',
  message: 'the service answered 422',
  amounts: null,
});
const heldOne = aReportLine({
  id: 'b',
  name: '#7',
  outcome: 'held',
  reason: 'missing address',
  message: 'it has no address',
});
const address = 'https://service.example';

describe('the report of a run', () => {
  it('has the fields that every face shows, money as decimals of its currency', () => {
    const findings = { 'state derived from ZIP': 2, differs: 1, 'not compared': 2, 'not read again': 1 };
    const { review, ...report } = toReport(aRun(), aSummary({ findings }), [failure], [heldOne], address);
    expect(report).toEqual({
      runId: 'run-1',
      kind: 'historical',
      prunedAt: null,
      storefronts: ['us-store'],
      range: { from: '2026-01-01', to: '2026-03-31', timeZone: { 'us-store': 'America/New_York' } },
      dryRun: false,
      considered: 11,
      olderSales: 2,
      attempted: 6,
      succeeded: 3,
      failed: 1,
      alreadyPresent: 2,
      differing: 1,
      noLongerTrue: 0,
      notCompared: 2,
      notReadAgain: 1,
      skipped: { 'test order': 3, 'not paid': 1 },
      held: { 'missing address': 1 },
      undecided: [{ currency: 'USD', count: 2, total: '2140.00' }],
      failures: [
        {
          storefront: 'us-store',
          sourceId: '1001',
          name: 'Shopify #1001 · 1001',
          reason: 'refused',
          message: 'the service answered 422',
        },
      ],
      totals: {
        JPY: { 'JP-13': { count: 1, total: '8600', taxCollected: '0' } },
        USD: {
          CA: { count: 3, total: '200.55', taxCollected: '14.51' },
          NV: { count: 1, total: '9.99', taxCollected: '0.00' },
        },
      },
      startedAt: '2026-04-01T12:00:00Z',
      finishedAt: '2026-04-01T12:05:00Z',
      status: 'finished',
      adjustments: [{ kind: 'refund', currency: 'USD', count: 2, amount: '-12.34', sent: false }],
      findings,
      openChannels: [],
    });
    expect(Object.keys(review)).toEqual(['service', 'url', 'look', 'decide', 'prompt']);
  });

  it('is plain JSON', () => {
    const report = toReport(aRun(), aSummary(), [failure], [heldOne], address);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('says what to review, state by state and month by month', () => {
    const { look, service, url } = toReport(aRun(), aSummary(), [], [], address).review;
    expect([service, url]).toEqual(['Tax Nexus Service', address]);
    expect(look.map(({ state, month, currency }) => [state, month, currency])).toEqual([
      ['CA', '2026-02', 'USD'],
      ['CA', '2026-03', 'USD'],
      ['JP-13', '2026-02', 'JPY'],
      ['NV', '2026-03', 'USD'],
    ]);
    expect(look[0]).toEqual({
      state: 'CA',
      month: '2026-02',
      currency: 'USD',
      count: 2,
      total: '200.50',
      taxCollected: '14.50',
      url: address,
    });
  });

  it('says what only a person can decide, what to do about it, and an example', () => {
    const { decide } = toReport(aRun(), aSummary(), [failure], [heldOne], address).review;
    expect(decide.map(({ what, count }) => [what, count])).toEqual([
      ['refused', 1],
      ['missing address', 1],
      ['state derived from ZIP', 2],
    ]);
    expect(decide[1]?.message).toContain('For example #7 of us-store: it has no address');
  });

  it('names the settings that decide a matter next to the sentence, and says of a sale that was sent that it was', () => {
    const summary = aSummary({ failed: {}, held: { 'partially paid': 1 }, findings: { 'partially paid': 2 } });
    const { decide } = toReport(aRun(), summary, [], [], address).review;
    expect(decide.map(({ count, settings }) => [count, settings])).toEqual([
      [1, ['policy.partiallyPaid']],
      [2, ['policy.partiallyPaid']],
    ]);
    expect(decide[0]?.message).toContain('Retry once they are paid');
    expect(decide[1]?.message).toContain('Sent whole');
    for (const { message } of decide) expect(message).not.toContain('partiallyPaid');
  });

  it('asks to review in the service, to decide what waits, and to go on with what is unfinished', () => {
    const promptOf = (run: Partial<Run>): string =>
      toReport(aRun(run), aSummary(), [failure], [heldOne], address).review.prompt;
    expect(promptOf({})).toContain(
      'Review the 5 transactions of this run in the Tax Nexus Service at https://service.example',
    );
    expect(promptOf({})).toContain('Sales need your decision for 3 reasons.');
    expect(promptOf({})).toContain('Months are in America/New_York; the service may count them in UTC.');
    expect(promptOf({ timeZones: { 'us-store': 'UTC' } })).not.toContain('Months are in');
    expect(promptOf({ status: 'stopped' })).toContain('not finished');
    expect(promptOf({ dryRun: true })).toContain('nothing was pushed');
  });

  it('says that days were not over, by the storefront’s own clock, because what is sold of them later is not in it', () => {
    const promptOf = (startedAt: string): string =>
      toReport(
        aRun({ range: { from: '2026-04-01', to: '2026-04-02' }, startedAt }),
        aSummary(),
        [failure],
        [heldOne],
        address,
      ).review.prompt;
    const words = 'The days up to 2026-04-02 were not over when it began. Sync them again later';
    expect(promptOf('2026-04-03T03:59:59Z')).toContain(words);
    expect(promptOf('2026-04-03T04:00:00Z')).not.toContain('not over');
  });

  it('does not ask you to look for transactions of which there are none', () => {
    const promptOf = (run: Partial<Run>, counts: Partial<RunSummary['counts']>): string => {
      const summary = aSummary({ counts: { ...aSummary().counts, succeeded: 0, alreadyPresent: 0, ...counts } });
      return toReport(aRun(run), summary, [], [], address).review.prompt;
    };
    expect(promptOf({}, {})).toMatch(
      /^This run sent no transaction\. There is nothing to review in the Tax Nexus Service\./,
    );
    expect(promptOf({ status: 'stopped' }, {})).toMatch(
      /^This run has sent no transaction yet\. .* Start it again to continue\.$/,
    );
    expect(promptOf({}, { alreadyPresent: 1 })).toMatch(
      /^Review the one transaction of this run in the Tax Nexus Service at https:\/\/service\.example, by state and month\./,
    );
  });

  it('names the service and no address where no page for reviews is configured', () => {
    const { review } = toReport(aRun(), aSummary(), [], [], null);
    expect(review.prompt).toMatch(
      /^Review the 5 transactions of this run in the Tax Nexus Service, by state and month\./,
    );
    expect(review.url).toBeNull();
    expect(review.look.every(({ url }) => url === null)).toBe(true);
  });

  it('links each state and month to its own page, and the run to the page of its days', () => {
    const bySale = toReport(aRun(), aSummary(), [], [], 'https://app.example.com/t/{id}').review;
    expect([bySale.url, bySale.look[0]?.url]).toEqual([null, null]);
    expect(bySale.prompt).toContain('in the Tax Nexus Service, by state');
    const byDays = toReport(aRun(), aSummary(), [], [], 'https://app.example.com/t?from={from}&to={to}').review;
    expect(byDays.url).toBe('https://app.example.com/t?from=2026-01-01&to=2026-03-31');
    expect(byDays.look[0]?.url).toBe('https://app.example.com/t?from=2026-02-01&to=2026-02-28');
    const byState = toReport(aRun(), aSummary(), [], [], 'https://app.example.com/{state}?from={from}').review;
    expect([byState.url, byState.look[0]?.url]).toEqual([null, 'https://app.example.com/CA?from=2026-02-01']);
  });

  it('has no days to link to in a live run', () => {
    const run = aRun({ kind: 'live', range: { from: '1970-01-01', to: '9999-12-31' } });
    expect(toReport(run, aSummary(), [], [], 'https://app.example.com/t?from={from}').review.url).toBeNull();
  });

  it('adds up, whatever was counted', () => {
    const count = fc.nat(1_000_000);
    fc.assert(
      fc.property(
        fc.record({ succeeded: count, alreadyPresent: count, failed: count, skipped: count, held: count }),
        (counts) => {
          const report = toReport(aRun(), aSummary({ counts }), [], [], address);
          expect(report.considered).toBe(report.attempted + counts.skipped + counts.held);
          expect(report.attempted).toBe(report.succeeded + report.alreadyPresent + report.failed);
        },
      ),
    );
  });
});

describe('reading the report from the sync database', () => {
  it('gathers every failure, however many pages of them there are, and one held of each reason', async () => {
    const store = memoryStore();
    const run = right(await store.openRun(aRequest(), { id: 'run-1', at: '2026-04-01T12:00:00Z' })());
    const entries = Array.from({ length: 450 }, (_, n) => aReportLine({ ...failure, id: `f${n}` }));
    const more = [
      heldOne,
      aReportLine({ ...heldOne, id: 'c' }),
      aReportLine({ ...heldOne, id: 'd', reason: 'partially paid' }),
    ];
    right(await store.commitPage(aCommit(run.id, { lines: [...entries, ...more] }), run.startedAt)());
    const report = right(await readReport({ store, reviewUrl: address })(O.some('run-1'))());
    if (O.isNone(report)) throw new Error('there is a run');
    expect(report.value.failures).toHaveLength(450);
    expect(report.value.held).toEqual({ 'missing address': 2, 'partially paid': 1 });
    expect(report.value.review.decide.map(({ what }) => what)).toEqual([
      'refused',
      'missing address',
      'partially paid',
    ]);
  });

  it('finds nothing in an empty book', async () => {
    expect(right(await readReport({ store: memoryStore(), reviewUrl: address })(O.none)())).toEqual(O.none);
  });
});
