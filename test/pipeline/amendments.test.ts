import { describe, expect, it } from '@jest/globals';
import type { Amendment } from '../../src/mapping/sale.ts';
import type { Policy } from '../../src/mapping/policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { aSync, paged, sales, transactionId } from '../support/a-sync.ts';
import { faults } from '../support/memory-tax-service.ts';
import { sendsNoAdjustments, sendsRefunds } from '../support/a-policy.ts';

/** An edit that added goods for 20.00; a refund of the same sale has the same id at its platform. */
const anEdit: Amendment = {
  ...aRefund({ adjustment: { amount: -2_000n, tax: 0n }, total: -2_000n, message: 'a lamp was added' }),
  kind: 'edit',
};
const listed = {
  kind: 'edit',
  id: anEdit.id,
  occurredAt: anEdit.occurredAt,
  currency: 'USD',
  amount: 2_000n,
  tax: 0n,
  sent: false,
  message: anEdit.message,
} as const;

const withEdit = (policy: Partial<Policy>, isRefused = false) =>
  aSync({
    script: {
      pages: paged(
        sales(1).map((sale) => ({ ...sale, refunds: [aRefund()], amendments: [anEdit], adjustments: [listed] })),
        1,
      ),
    },
    policy,
    service: {
      fault: ({ kind, about }) =>
        isRefused && kind === 'push' && about === transactionId('9001') ? faults.refused : undefined,
    },
  });

describe('edits after a sale', () => {
  it('are listed and not pushed, if the policy only reports additions', async () => {
    const sync = withEdit(sendsNoAdjustments);
    await sync.finish();
    expect(sync.world.journal).toHaveLength(1);
    expect((await sync.report()).adjustments).toContainEqual({
      kind: 'edit',
      currency: 'USD',
      count: 1,
      amount: '20.00',
      sent: false,
    });
  });

  it('are transactions of their own after their sale, each once, however often the days are synced', async () => {
    const sync = withEdit(sendsRefunds);
    await sync.finish();
    await sync.finish();
    expect(sync.world.journal.map(({ id }) => id)).toEqual([
      transactionId('9001'),
      `${transactionId('9001')}:refund:901`,
      `${transactionId('9001')}:edit:901`,
    ]);
    const report = await sync.report();
    expect(report).toMatchObject({ considered: 3, alreadyPresent: 3 });
    expect(report.adjustments).toEqual(
      expect.arrayContaining([
        { kind: 'refund', currency: 'USD', count: 1, amount: '-10.00', sent: true },
        { kind: 'edit', currency: 'USD', count: 1, amount: '20.00', sent: true },
      ]),
    );
  });

  it('wait for a sale that the service does not confirm', async () => {
    const sync = withEdit(sendsRefunds, true);
    await sync.finish();
    expect(sync.world.count('push')).toBe(1);
    expect(await sync.report()).toMatchObject({ failed: 1, held: { 'waiting for its sale': 2 } });
  });
});
