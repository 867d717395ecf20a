import { describe, expect, it } from '@jest/globals';
import type { Refund } from '../../src/mapping/sale.ts';
import type { Policy } from '../../src/mapping/policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { anIntent } from '../support/a-report-line.ts';
import { aSync, paged, sales, transactionId } from '../support/a-sync.ts';
import { type Fault, faults } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';
import { sendsRefunds } from '../support/a-policy.ts';

const refundId = `${transactionId('9001')}:refund:901`;

const withRefunds = (
  refunds: readonly Refund[],
  policy: Partial<Policy>,
  fault?: (about: string) => Fault | undefined,
) =>
  aSync({
    script: {
      pages: paged(
        sales(1).map((sale) => ({ ...sale, refunds })),
        1,
      ),
    },
    policy,
    service: { fault: ({ kind, about }) => (kind === 'push' ? fault?.(about) : undefined) },
  });

describe('refunds', () => {
  it('are listed and not pushed, by default', async () => {
    const sync = withRefunds([aRefund()], {});
    await sync.finish();
    expect(sync.world.journal).toHaveLength(1);
    expect((await sync.report()).adjustments).toEqual([
      { kind: 'refund', currency: 'USD', count: 1, amount: '-10.00', sent: false },
    ]);
  });

  it('are transactions of their own after their sale, when the policy sends them', async () => {
    const sync = withRefunds([aRefund()], sendsRefunds);
    await sync.finish();
    expect(sync.world.journal.map(({ id }) => id)).toEqual([transactionId('9001'), refundId]);
    const report = await sync.report();
    expect(report).toMatchObject({ considered: 2, succeeded: 2 });
    expect(report.adjustments).toEqual([{ kind: 'refund', currency: 'USD', count: 1, amount: '-10.00', sent: true }]);
  });

  it('wait for a sale that the service does not confirm', async () => {
    const sync = withRefunds([aRefund()], sendsRefunds, (id) =>
      id === transactionId('9001') ? faults.refused : undefined,
    );
    await sync.finish();
    expect(sync.world.count('push')).toBe(1);
    expect(await sync.report()).toMatchObject({ failed: 1, held: { 'waiting for its sale': 1 } });
  });

  it('whose push is in doubt are settled, though their sale differs by now', async () => {
    const before = withRefunds([aRefund()], sendsRefunds);
    await before.finish();
    const [sale, refund] = before.world.journal;
    const sync = withRefunds([aRefund()], sendsRefunds);
    sync.world.insertForeign({ id: transactionId('9001'), name: sale?.name ?? null, currency: 'USD', total: '1.00' });
    const intents = [sale, refund].map((line) =>
      anIntent({ id: line?.id ?? '', name: line?.name ?? '', sourceId: '9001', body: line?.body ?? '' }),
    );
    right(await sync.store.saveIntents(intents, '2026-01-02T00:00:00Z')());
    await sync.finish();
    expect(await sync.report()).toMatchObject({ failed: 0, succeeded: 2, held: {}, differing: 1 });
    expect(right(await sync.store.lookUpTransactions('', intents)()).submissions.get(refundId)).toMatchObject({
      status: 'confirmed',
    });
  });

  it('that are still on their way are not pushed', async () => {
    const sync = withRefunds([aRefund({ isSettled: false })], sendsRefunds);
    await sync.finish();
    expect(sync.world.journal).toHaveLength(1);
    expect(await sync.report()).toMatchObject({ considered: 2, succeeded: 1, skipped: { 'not paid': 1 } });
  });

  it('would be pushed with their sale, says a dry run', async () => {
    const sync = withRefunds([aRefund()], sendsRefunds);
    await sync.finish({ dryRun: true });
    expect(await sync.report()).toMatchObject({ considered: 2, skipped: { 'would be sent': 2 } });
  });

  it('are all there on a second run', async () => {
    const sync = withRefunds([aRefund()], sendsRefunds);
    await sync.finish();
    await sync.finish();
    expect(await sync.report()).toMatchObject({ considered: 2, alreadyPresent: 2 });
    expect(sync.world.journal).toHaveLength(2);
  });
});
