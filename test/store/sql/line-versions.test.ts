import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import { aCommit, anAdjustment, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { placesOfStores } from '../../support/places-of-stores.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';
const occurredAt = '2026-02-03T17:20:00Z';
const detail = { zip: '94105', discount: 0n, shipping: 500n, marketplace: null, exemption: null, parentId: null };

const sale: ReportLine = aReportLine({
  occurredAt,
  detail: { ...detail, taxed: 10_000n, notTaxable: 0n },
  findings: ['possible duplicate'],
  adjustments: [anAdjustment({ taxed: -5_000n })],
});

/** As a later run finds it at the service, which shows its tax. */
const found: ReportLine = {
  ...sale,
  outcome: 'alreadyPresent',
  message: 'It is there.',
  reportedTax: '7.25',
  ...(sale.amounts !== null && {
    amounts: { ...sale.amounts, reportedTax: { count: 1, reported: 725n, collected: 725n } },
  }),
};

const openRuns = async (store: SyncDatabase, ...ids: readonly string[]): Promise<void> => {
  for (const [n, id] of ids.entries())
    right(await store.openRun(aRequest({ range: { from: '2026-01-01', to: `2026-03-0${n + 1}` } }), { id, at })());
};

const settle = async (store: SyncDatabase, runId: string, ...lines: readonly ReportLine[]): Promise<void> => {
  right(await store.commitPage(aCommit(runId, { lines }), at)());
};

const linesOf = async (store: SyncDatabase, runId: string): Promise<readonly ReportLine[]> =>
  right(await store.findLines(runId, {}, { after: O.none, limit: 100 })()).lines;

const rowsIn = (run: (statement: string) => Promise<readonly unknown[]>, ...tables: readonly string[]) =>
  Promise.all(tables.map(async (table) => (await run(`select 1 from ${table}`)).length));

describe.each(placesOfStores())('what a record amounts to, in %s', (_, newPlace) => {
  it('is written once for all runs that find it unchanged; each run says its own', async () => {
    const { open, run } = await newPlace('unchanged');
    const store = await open();
    await openRuns(store, 'run-1', 'run-2', 'run-3');
    const other = { ...sale, id: 'shopify:1:1002', sourceId: '1002', name: 'a\0b', adjustments: [] };
    await settle(store, 'run-1', sale, other);
    await settle(store, 'run-2', found, { ...other, outcome: 'alreadyPresent' });
    await settle(store, 'run-3', found);
    expect(await rowsIn(run, 'line_version', 'finding', 'adjustment', 'run_line')).toEqual([2, 2, 1, 5]);
    expect((await linesOf(store, 'run-1'))[0]).toStrictEqual(sale);
    expect(await linesOf(store, 'run-3')).toStrictEqual([found]);
    expect(right(await store.reviews.checkSums())).toMatchObject({ wrongCount: 0 });
    right(await store.close());
  });

  it.each<[string, Partial<ReportLine>]>([
    [
      'an amount',
      { amounts: { currency: 'USD', jurisdiction: 'CA', month: '2026-02', total: 10_726n, taxCollected: 725n } },
    ],
    ['a finding', { findings: ['possible duplicate', 'differs'] }],
    ['the order of findings', { findings: ['differs', 'possible duplicate'] }],
    ['the tax of a refund', { adjustments: [anAdjustment({ taxed: -5_000n, tax: null })] }],
    ['whether a refund was sent', { adjustments: [anAdjustment({ taxed: -5_000n, sent: true })] }],
    ['the ZIP code', { detail: { ...detail, zip: null, taxed: 10_000n, notTaxable: 0n } }],
    ['what is not taxable', { detail: { ...detail, taxed: 10_000n, notTaxable: 1n } }],
    ['the name', { name: 'Shopify #1001-B · 1001' }],
    ['the moment', { occurredAt: '2026-02-03T17:20:01Z' }],
  ])('stays in the report of a run when a later one finds %s changed', async (_what, change) => {
    const { open, run } = await newPlace(`changed-${_what.replaceAll(' ', '-')}`);
    const store = await open();
    await openRuns(store, 'run-1', 'run-2', 'run-3');
    await settle(store, 'run-1', sale);
    const changed = { ...found, ...change };
    await settle(store, 'run-2', changed);
    // A third run finds it as it was.
    await settle(store, 'run-3', found);
    expect(await linesOf(store, 'run-1')).toStrictEqual([sale]);
    expect(await linesOf(store, 'run-2')).toStrictEqual([changed]);
    expect(await linesOf(store, 'run-3')).toStrictEqual([found]);
    expect(await rowsIn(run, 'line_version')).toEqual([2]);
    right(await store.close());
  });

  it('goes with all that is listed of it when the only run that pointed to it settles the record again', async () => {
    const { open, run } = await newPlace('replaced');
    const store = await open();
    await openRuns(store, 'run-1', 'run-2');
    await settle(store, 'run-1', sale);
    const changed = { ...sale, name: 'Shopify #1001-B · 1001', findings: [], adjustments: [] };
    await settle(store, 'run-1', changed);
    expect(await rowsIn(run, 'line_version', 'finding', 'adjustment', 'run_line')).toEqual([1, 0, 0, 1]);
    await settle(store, 'run-2', changed);
    await settle(store, 'run-1', sale);
    expect(await rowsIn(run, 'line_version')).toEqual([2]);
    expect(await linesOf(store, 'run-2')).toStrictEqual([changed]);
    right(await store.close());
  });

  it('is of one account: another one that knows the same record has its own', async () => {
    const { open, run } = await newPlace('accounts');
    const store = await open();
    const others = store.forAccount('other');
    await openRuns(store, 'run-1');
    right(await others.openRun(aRequest({ storefronts: ['other-store'] }), { id: 'run-2', at })());
    await settle(store, 'run-1', sale);
    await settle(others, 'run-2', sale);
    expect(await rowsIn(run, 'line_version')).toEqual([2]);
    expect(await linesOf(others, 'run-2')).toStrictEqual([sale]);
    expect(await linesOf(others, 'run-1')).toStrictEqual([]);
    right(await store.close());
  });
});
