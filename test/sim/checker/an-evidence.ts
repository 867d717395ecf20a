import type { ReportLine } from '../../../src/domain/run.ts';
import type { Evidence, Inserted, KeptRun } from './evidence.ts';
import type { Content, Fact } from './fact.ts';

const sold: Content = { currency: 'USD', total: 10_725n, tax: 725n, state: 'CA', at: Date.UTC(2026, 2, 3) };

/** An ordinary sale (107.25 USD, to California), but for what the test is about. */
export const aFact = (differences: Partial<Fact> = {}): Fact => ({
  keys: ['5001'],
  kind: 'sale',
  expected: 'pushed',
  versions: [sold],
  inHistoryOf: ['east'],
  parent: null,
  ...differences,
});

export const aContent = (differences: Partial<Content> = {}): Content => ({ ...sold, ...differences });

/** The insert by which it is sent. */
export const anInsert = (differences: Partial<Inserted> & { readonly content?: Partial<Content> } = {}): Inserted => {
  const { content, ...rest } = differences;
  const { currency, total, tax, state, at } = aContent(content);
  const [id, name] = [rest.id ?? 'shopify:1:5001', rest.name ?? 'Shopify #1001 · 5001'];
  const text = `{"id":"${id}","name":"${name}","currency":"${currency}","total":${Number(total) / 100},"taxCollected":${Number(tax) / 100},"transactedAt":"${new Date(at).toISOString()}","shipToAddress":{"country":"US","state":"${state}"}}`;
  return { id, name, text, at: 0, isForeign: false, differsIn: 'nothing', ...rest };
};

export const aRunEntry = (differences: Partial<ReportLine> = {}): ReportLine => ({
  storefront: 'east',
  id: 'shopify:1:5001',
  sourceId: '5001',
  name: 'Shopify #1001 · 5001',
  kind: 'sale',
  outcome: 'succeeded',
  reason: null,
  message: null,
  amounts: { currency: 'USD', jurisdiction: 'CA', month: '2026-03', total: 10_725n, taxCollected: 725n },
  findings: [],
  adjustments: [],
  ...differences,
});

/** A finished history over some entries, with the report that they come to. */
export const aRun = (entries: readonly ReportLine[], differences: Partial<KeptRun['report']> = {}): KeptRun => {
  const of = (outcome: ReportLine['outcome']): number => entries.filter((entry) => entry.outcome === outcome).length;
  const [succeeded, alreadyPresent, failed] = [of('succeeded'), of('alreadyPresent'), of('failed')];
  const total = (Number(sold.total) * (succeeded + alreadyPresent)) / 100;
  const report = {
    considered: entries.length,
    attempted: succeeded + alreadyPresent + failed,
    succeeded,
    alreadyPresent,
    failed,
    skipped: of('skipped') === 0 ? {} : { 'test order': of('skipped') },
    held: of('held') === 0 ? {} : { 'totals do not add up': of('held') },
    totals: total === 0 ? {} : { USD: { CA: { count: 1, total: total.toFixed(2), taxCollected: '7.25' } } },
    ...differences,
  };
  return { id: 'run-1', kind: 'historical', status: 'finished', entries, report };
};

/** A world in which one sale was sent, and nothing is wrong. */
export const anEvidence = (differences: Partial<Evidence> = {}): Evidence => ({
  facts: [aFact()],
  journal: [anInsert()],
  tried: [{ id: 'shopify:1:5001', status: 'confirmed', body: null }],
  runs: [aRun([aRunEntry()])],
  resyncRequests: [],
  lastHistory: 'run-1',
  provenAt: 3_600_000,
  differences: [],
  wasBookLost: false,
  isListFull: true,
  isListPrompt: true,
  isAlwaysAnswered: false,
  manners: { requests: [{ at: 1_000, by: 'a1' }], pauses: [], requestsPerMinute: null, areTogether: false },
  output: ['the run ended'],
  falseClaims: [],
  erasures: { leftovers: [], forgotten: [], unconfirmed: [] },
  sentAgain: [],
  sentOtherwise: [],
  forgeriesTaken: 0,
  deliveriesTaken: [],
  deliveriesKept: [],
  months: null,
  ...differences,
});
