import * as O from 'fp-ts/lib/Option.js';
import type { Intent, PageCommit } from '../../src/domain/sync-store.ts';
import type { Adjustment, ReportLine, RunRequest } from '../../src/domain/run.ts';

/** An ordinary request (one storefront, first quarter of 2026), but for what the test is about. */
export const aRequest = (differences: Partial<RunRequest> = {}): RunRequest => ({
  storefronts: ['us-store'],
  range: { from: '2026-01-01', to: '2026-03-31' },
  dryRun: false,
  ...differences,
});

/** An ordinary entry (a sale that succeeded, 107.25 USD to California), but for what the test is about. */
export const aReportLine = (differences: Partial<ReportLine> = {}): ReportLine => ({
  storefront: 'us-store',
  id: 'shopify:1:1001',
  sourceId: '1001',
  name: 'Shopify #1001 · 1001',
  kind: 'sale',
  outcome: 'succeeded',
  reason: null,
  message: null,
  amounts: { currency: 'USD', jurisdiction: 'CA', month: '2026-02', total: 10_725n, taxCollected: 725n },
  findings: [],
  adjustments: [],
  ...differences,
});

/** An ordinary refund of 53.63 that was listed, not sent. */
export const anAdjustment = (differences: Partial<Adjustment> = {}): Adjustment => ({
  kind: 'refund',
  id: '9001',
  occurredAt: '2026-02-10T10:00:00Z',
  currency: 'USD',
  amount: -5_363n,
  tax: -363n,
  sent: false,
  message: 'refunded on 10 February',
  ...differences,
});

/** An ordinary intent, but for what the test is about. */
export const anIntent = (differences: Partial<Intent> = {}): Intent => ({
  storefront: 'us-store',
  sourceId: '1001',
  references: [],
  id: 'shopify:1:1001',
  name: 'Shopify #1001 · 1001',
  body: '{"id":"shopify:1:1001"}',
  digest: 'digest-1',
  ...differences,
});

/** An ordinary page of a run: it ends its window and holds nothing, but for what the test is about. */
export const aCommit = (runId: string, differences: Partial<PageCommit> = {}): PageCommit => ({
  runId,
  storefront: 'us-store',
  checkpoint: { window: '2026-01', next: O.none },
  lines: [],
  references: [],
  settledIntents: [],
  ...differences,
});
