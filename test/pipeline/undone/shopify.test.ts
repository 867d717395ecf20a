import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { anOrder, aRefund, type Json, money, nodes } from '../../connectors/shopify/an-order.ts';
import { resultOf } from '../../connectors/shopify/mapped.ts';
import { sendsRefunds } from '../../support/a-policy.ts';
import { aSync } from '../../support/a-sync.ts';

const aShop = (policy: Partial<Policy>) => {
  const script: { pages: readonly (readonly SourceResult[])[] } = { pages: [[]] };
  const sync = aSync({ script, policy });
  return {
    ...sync,
    syncWith: async (order: Json): Promise<void> => {
      script.pages = [[resultOf(anOrder(order), policy)]];
      await sync.finish();
    },
    held: () =>
      sync.world.journal.map(({ id, body }) => {
        const { total, taxCollected, transactedAt } = JSON.parse(body) as Record<string, unknown>;
        return [id.replace('shopify:548380009:5012345678', 'order'), total, taxCollected, transactedAt];
      }),
  };
};

const failing = (status: string): Json => ({
  totalRefundedSet: money('0.0'),
  transactions: nodes({ kind: 'REFUND', status, amountSet: money('107.25') }),
});

const offset = ['order:refund:41:undone:1', 107.25, 7.25, '2026-02-20T10:00:00Z'];

describe('at Shopify', () => {
  it('a refund whose payment failed after it was sent is offset, by the last change of the order', async () => {
    const { syncWith, held, report } = aShop(sendsRefunds);
    await syncWith({ refunds: [aRefund()] });
    await syncWith({ refunds: [aRefund(failing('FAILURE'))], updatedAt: '2026-02-20T10:00:00Z' });
    expect(held()).toStrictEqual([
      ['order', 112.25, 7.25, '2026-02-03T17:20:00Z'],
      ['order:refund:41', -107.25, -7.25, '2026-02-10T09:00:00Z'],
      offset,
    ]);
    expect((await report()).noLongerTrue).toBe(0);
    await syncWith({ refunds: [aRefund(failing('FAILURE'))], updatedAt: '2026-03-01T10:00:00Z' });
    expect(held()).toHaveLength(3);
  });

  it('a refund that was deleted after it was sent is offset, by the last change of the order', async () => {
    const { syncWith, held } = aShop(sendsRefunds);
    await syncWith({ refunds: [aRefund()] });
    await syncWith({ refunds: [], updatedAt: '2026-02-20T10:00:00Z' });
    expect(held().at(-1)).toStrictEqual(offset);
  });

  it('a refund that is on its way again after it was sent stays as it is', async () => {
    const { syncWith, held } = aShop(sendsRefunds);
    await syncWith({ refunds: [aRefund()] });
    await syncWith({ refunds: [aRefund(failing('PENDING'))] });
    expect(held()).toHaveLength(2);
  });

  it('an order that was sent unpaid and then canceled is no longer true; it is offset when it was canceled', async () => {
    const canceled = { displayFinancialStatus: 'PENDING', cancelledAt: '2026-02-22T08:00:00Z' };
    const reported = aShop({ unpaid: 'send' });
    await reported.syncWith({ displayFinancialStatus: 'PENDING' });
    await reported.syncWith(canceled);
    expect(reported.held()).toHaveLength(1);
    const report = await reported.report();
    expect(report).toMatchObject({ noLongerTrue: 1, findings: { 'no longer true': 1 } });

    const { syncWith, held } = aShop({
      unpaid: 'send',
      adjustments: { ...defaultPolicy.adjustments, undoneSales: 'send' },
    });
    await syncWith({ displayFinancialStatus: 'PENDING' });
    await syncWith(canceled);
    await syncWith(canceled);
    expect(held()).toStrictEqual([
      ['order', 112.25, 7.25, '2026-02-03T17:20:00Z'],
      ['order:undone:1', -112.25, -7.25, '2026-02-22T08:00:00Z'],
    ]);
  });

  it('an order that cannot be read proves nothing about what was sent of it', async () => {
    const { syncWith, held, report } = aShop(sendsRefunds);
    await syncWith({ refunds: [aRefund()] });
    const unread = { refunds: [aRefund({ refundLineItems: undefined })], lineItems: undefined };
    expect(E.isLeft(resultOf(anOrder(unread)))).toBe(true);
    await syncWith(unread);
    expect(held()).toHaveLength(2);
    expect((await report()).noLongerTrue).toBe(0);
  });
});
