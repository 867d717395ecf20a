import { describe, expect, it } from '@jest/globals';
import type { ReportLine } from '../../../src/domain/run.ts';
import type { SalesBasis } from '../../../src/reconcile/thresholds/counted-sales.ts';
import { exposureOf } from '../../../src/reconcile/thresholds/exposure.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { aCommit, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';

/** In whole dollars, without tax. */
const line = (id: string, jurisdiction: string, dollars: number, differences: Partial<ReportLine> = {}): ReportLine =>
  aReportLine({
    ...{ id, occurredAt: '2026-02-10T12:00:00Z' },
    amounts: { currency: 'USD', jurisdiction, month: '2026-02', total: BigInt(dollars) * 100n, taxCollected: 0n },
    ...differences,
  });

const stateBy = async (basis: SalesBasis, ...lines: readonly ReportLine[]) => {
  const store = memoryStore();
  right(await store.openRun(aRequest(), { id: 'run-1', at })());
  right(await store.commitPage(aCommit('run-1', { lines }), at)());
  const question = { facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales: [], registrations: {}, read: [] };
  return exposureOf(right(await store.reviews.dailySales()), { on: '2026-03-31', basis, ...question }).states[0];
};

const stateOf = (...lines: readonly ReportLine[]) => stateBy('gross', ...lines);

describe('what counts toward a threshold', () => {
  it('is also what a paid edit or a dearer exchange adds, as money and not as another sale', async () => {
    const sale = line('a', 'WA', 95_000);
    expect(await stateOf(sale)).toMatchObject({ status: 'below', sales: '95000.00', transactions: 1 });
    const addition = line('a:edit', 'WA', 15_000, { kind: 'refund' });
    expect(await stateOf(sale, addition)).toMatchObject({ status: 'reached', sales: '110000.00', transactions: 1 });
  });

  it('is nothing that is not sent, before refunds and after them', async () => {
    const [sale, failed] = [line('a', 'WA', 95_000), line('b', 'WA', 15_000, { outcome: 'failed', reason: 'refused' })];
    const unpaid = line('c', 'WA', 15_000, { outcome: 'skipped', reason: 'not paid', amounts: null });
    for (const basis of ['gross', 'net'] as const)
      expect(await stateBy(basis, sale, failed, unpaid)).toMatchObject({
        ...{ status: 'below', sales: '95000.00', netSales: '95000.00', transactions: 1 },
      });
  });

  it('is no refund', async () => {
    const [sale, refund] = [line('a', 'WA', 110_000), line('a:refund', 'WA', -15_000, { kind: 'refund' })];
    expect(await stateOf(sale, refund)).toMatchObject({ status: 'reached', sales: '110000.00', transactions: 1 });
  });

  it('is less each refund on the day of the refund, where refunds are subtracted', async () => {
    const sale = line('a', 'WA', 110_000);
    const refundedOn = (day: string) =>
      line('a:refund', 'WA', -15_000, { kind: 'refund', occurredAt: `${day}T12:00:00Z` });
    // Before the sale of the same year, and after it: a crossing is judged on each day as it was.
    expect(await stateBy('net', sale, refundedOn('2026-01-20'))).toMatchObject({
      status: 'below',
      netSales: '95000.00',
    });
    expect(await stateBy('net', sale, refundedOn('2026-02-10'))).toMatchObject({
      status: 'below',
      netSales: '95000.00',
    });
    const [later] = [await stateBy('net', sale, refundedOn('2026-03-01'))];
    expect(later).toMatchObject({ status: 'reached', sales: '110000.00', netSales: '95000.00', percent: 95 });
    expect(later?.duties[0]?.crossedOn).toBe('2026-02-10');
  });

  it('is what a canceled order was until it was paid back, where refunds are subtracted', async () => {
    const canceled = line('a', 'WA', 110_000, { findings: ['canceled and paid back'] });
    const refund = line('a:refund', 'WA', -110_000, { kind: 'refund', occurredAt: '2026-03-01T12:00:00Z' });
    const other = line('b', 'WA', 10);
    expect(await stateBy('net', canceled, refund, other)).toMatchObject({
      ...{ sales: '10.00', netSales: '10.00', status: 'reached' },
    });
    expect(await stateOf(canceled, refund, other)).toMatchObject({ sales: '10.00', status: 'below' });
  });

  it.each([
    ['FL', 'below', '90000.00', 3],
    ['WA', 'reached', '120000.00', 4],
  ] as const)(
    'is in %s what is known not to be taxable, or not: %s with %s',
    async (state, status, sales, transactions) => {
      const detail = { zip: null, discount: 0n, shipping: 0n, marketplace: null, exemption: null, parentId: null };
      const basket = line('a', state, 90_000, { detail: { ...detail, taxed: 0n, notTaxable: 1_500_000n } });
      const bread = line('b', state, 15_000, { detail: { ...detail, taxed: 0n, notTaxable: 1_500_000n } });
      const others = [line('c', state, 10_000), line('d', state, 5_000)];
      expect(await stateOf(basket, bread, ...others)).toMatchObject({ status, sales, transactions });
    },
  );

  it('is no free replacement: it is not one of 200 sales', async () => {
    const sales = Array.from({ length: 199 }, (_, n) => line(`sale-${n}`, 'GA', 1));
    expect(await stateOf(...sales, line('free', 'GA', 0))).toMatchObject({ status: 'below', transactions: 199 });
    expect(await stateOf(...sales, line('paid', 'GA', 1))).toMatchObject({ status: 'reached', transactions: 200 });
  });
});
