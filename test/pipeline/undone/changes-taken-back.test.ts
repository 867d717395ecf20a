import { describe, expect, it } from '@jest/globals';
import type { Amendment, Refund, Sale } from '../../../src/mapping/sale.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { aRefund } from '../../support/a-refund.ts';
import { aSync, paged, sales, type Sync, transactionId } from '../../support/a-sync.ts';
import { sendsRefunds } from '../../support/a-policy.ts';

const saleId = transactionId('9001');
const refundId = `${saleId}:refund:901`;
const offsetId = `${refundId}:undone:txn_1`;

const [sale] = sales(1);
if (sale === undefined) throw new Error('no sale');

const failed: Partial<Sale> = {
  undone: [
    {
      kind: 'refund',
      id: '901',
      by: { id: 'txn_1', occurredAt: '2026-03-09T08:00:00Z', message: 'refund 901 failed' },
    },
  ],
};

/** A shop with one sale, which can be changed between two runs. */
const aShop = (policy: Partial<Policy> = sendsRefunds, options: Parameters<typeof aSync>[0] | object = {}) => {
  const script = { pages: paged([sale], 1) };
  const shows = (differences: Partial<Sale>): void => {
    script.pages = paged([{ ...sale, ...differences }], 1);
  };
  return { ...aSync({ script, policy, ...options }), shows, script };
};

const totals = ({ world }: Pick<Sync, 'world'>): readonly (readonly [string, number, number])[] =>
  world.journal.map(({ id, body }) => {
    const { total, taxCollected } = JSON.parse(body) as { total: number; taxCollected: number };
    return [id, total, taxCollected];
  });

const net = ({ world }: Pick<Sync, 'world'>): number =>
  Math.round(totals({ world }).reduce((all, [, total]) => all + total, 0) * 100) / 100;

const withTax: Refund = aRefund({ adjustment: { amount: 1_000n, tax: 72n }, total: 1_072n });

describe('a refund whose sale was given another ship-to after both were sent', () => {
  const moved: Partial<Sale> = {
    refunds: [withTax],
    lastChangedAt: '2026-03-09T08:00:00Z',
    destinations: sale.destinations.map((one) => ({ ...one, address: { ...one.address, state: 'NV', zip: '89501' } })),
  };
  const afterwards = async (undoneSales: 'report' | 'send') => {
    const shop = aShop({
      ...sendsRefunds,
      adjustments: { ...defaultPolicy.adjustments, refunds: 'send', undoneSales },
    });
    shop.shows({ refunds: [withTax] });
    await shop.finish();
    shop.shows(moved);
    await shop.finish();
    return shop.world.journal.map(({ id, body }) => {
      const { shipToAddress } = JSON.parse(body) as { shipToAddress: { state: string } };
      return [id.replace(saleId, 'sale'), shipToAddress.state];
    });
  };
  const sent = [
    ['sale', 'CA'],
    ['sale:refund:901', 'CA'],
  ];

  it('stays in the state of its sale, which is only reported', async () => {
    expect(await afterwards('report')).toStrictEqual(sent);
  });

  it('moves with it where the policy corrects the sale', async () => {
    expect((await afterwards('send')).toSorted()).toStrictEqual(
      [
        ...sent,
        ['sale:undone:changed-1', 'CA'],
        ['sale:restored:changed-1', 'NV'],
        ['sale:refund:901:undone:changed-1', 'CA'],
        ['sale:refund:901:restored:changed-1', 'NV'],
      ].toSorted(),
    );
  });
});

describe('a refund that failed after it was sent', () => {
  const sentAndFailed = async (policy: Partial<Policy> = sendsRefunds) => {
    const shop = aShop(policy);
    shop.shows({ refunds: [withTax] });
    await shop.finish();
    shop.shows(failed);
    return shop;
  };

  it('is offset by its exact opposite, dated by what undid it, in the same place, with the id of its sale', async () => {
    const shop = await sentAndFailed();
    await shop.finish();
    expect(totals(shop)).toStrictEqual([
      [saleId, 112.26, 7.25],
      [refundId, -10.72, -0.72],
      [offsetId, 10.72, 0.72],
    ]);
    const [, refund, offset] = shop.world.journal.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(offset).toMatchObject({
      transactedAt: '2026-03-09T08:00:00Z',
      parentId: saleId,
      subtotal: 10,
      shippingHandling: 0,
      shipToAddress: refund?.['shipToAddress'],
      name: `${String(refund?.['name'])} · undone txn_1`,
    });
  });

  it('stands in the report next to its offset, and needs nothing more', async () => {
    const shop = await sentAndFailed();
    await shop.finish();
    const lines = await shop.entries();
    expect(lines.map(({ id, outcome, findings }) => [id, outcome, findings])).toStrictEqual([
      [saleId, 'alreadyPresent', ['total not stated']],
      [refundId, 'alreadyPresent', []],
      [offsetId, 'succeeded', []],
    ]);
    expect(lines[1]?.message).toBe(`refund 901 failed. Corrected by offset: ${offsetId}.`);
    expect((await shop.report()).noLongerTrue).toBe(0);
  });

  it('is offset once, however often it is read, also by a new sync database', async () => {
    const shop = await sentAndFailed();
    await shop.finish();
    await shop.finish();
    const { world, clock, script } = shop;
    const renewed = aSync({ script, policy: sendsRefunds, world, clock, store: memoryStore() });
    await renewed.finish();
    expect(totals(shop)).toHaveLength(3);
    expect(await renewed.report()).toMatchObject({ considered: 3, alreadyPresent: 3, noLongerTrue: 0, differing: 0 });
  });

  it('is offset by a new sync database that knows it from the list of the service alone', async () => {
    const { world, clock, script } = await sentAndFailed();
    const renewed = aSync({ script, policy: sendsRefunds, world, clock, store: memoryStore() });
    await renewed.finish();
    expect(totals({ world }).at(-1)).toStrictEqual([offsetId, 10.72, 0.72]);
  });

  it('is a finding with both amounts where the policy only reports it', async () => {
    const shop = await sentAndFailed({
      adjustments: { ...sendsRefunds.adjustments, undoneAdjustments: 'report' },
    });
    await shop.finish();
    expect(totals(shop)).toHaveLength(2);
    const line = (await shop.entries()).find(({ id }) => id === refundId);
    expect(line).toMatchObject({ outcome: 'alreadyPresent', findings: ['no longer true'] });
    expect(line?.message).toMatch(/^refund 901 failed\. The service holds -10\.72 USD; it should hold 0\.00\./);
    expect((await shop.report()).noLongerTrue).toBe(1);
  });

  it('would be offset, says a dry run', async () => {
    const shop = await sentAndFailed();
    await shop.finish({ dryRun: true });
    expect(totals(shop)).toHaveLength(2);
    expect(await shop.report()).toMatchObject({ skipped: { 'would be sent': 1 }, noLongerTrue: 1 });
  });

  it('is nothing to offset where the service does not hold it any more', async () => {
    const shop = await sentAndFailed();
    shop.world.remove(refundId);
    await shop.finish();
    expect(totals(shop).map(([id]) => id)).toStrictEqual([saleId, refundId]);
    expect((await shop.report()).noLongerTrue).toBe(0);
  });

  it('was never sent: nothing is offset, and nothing is asked', async () => {
    const shop = aShop();
    shop.shows(failed);
    await shop.finish();
    expect(totals(shop)).toHaveLength(1);
    expect(shop.world.requests.filter(({ about }) => about.includes(':refund:'))).toStrictEqual([]);
  });

  it('stays as it was sent when only the policy stopped sending refunds', async () => {
    const shop = aShop();
    shop.shows({ refunds: [withTax] });
    await shop.finish();
    const { world, clock, script, store } = shop;
    const later = aSync({ script, world, clock, store, policy: defaultPolicy });
    await later.finish();
    expect(totals(shop)).toHaveLength(2);
    expect((await later.report()).noLongerTrue).toBe(0);
  });
});

describe('a refund that the platform does not show any more', () => {
  it('is offset, dated by the last change of the record', async () => {
    const shop = aShop();
    shop.shows({ refunds: [withTax] });
    await shop.finish();
    shop.shows({ lastChangedAt: '2026-03-20T00:00:00Z' });
    await shop.finish();
    // An older reading, such as that of a bulk result, does not send the refund again.
    shop.shows({ refunds: [withTax], lastChangedAt: '2026-03-19T00:00:00Z' });
    await shop.finish();
    // Another change of the record makes no second one.
    shop.shows({ lastChangedAt: '2026-04-20T00:00:00Z' });
    await shop.finish();
    expect(totals(shop).at(-1)).toStrictEqual([`${refundId}:undone:1`, 10.72, 0.72]);
    expect(totals(shop)).toHaveLength(3);
    expect(JSON.parse(shop.world.journal.at(-1)?.body ?? '{}')).toMatchObject({ transactedAt: '2026-03-20T00:00:00Z' });
  });
});

describe.each(['return', 'edit'] as const)('a change of an order (%s) that is called off after it was sent', (kind) => {
  it('is offset, dated by the last change of the order', async () => {
    const shop = aShop();
    const change: Amendment = { ...withTax, kind };
    shop.shows({ amendments: [change] });
    await shop.finish();
    shop.shows({ lastChangedAt: '2026-03-20T00:00:00Z' });
    await shop.finish();
    await shop.finish();
    expect(totals(shop)).toStrictEqual([
      [saleId, 112.26, 7.25],
      [`${saleId}:${kind}:901`, -10.72, -0.72],
      [`${saleId}:${kind}:901:undone:1`, 10.72, 0.72],
    ]);
  });
});

describe('a dispute that is lost, won and lost again', () => {
  const dispute: Amendment = {
    ...aRefund({ id: 'dp_1', adjustment: { amount: 10_000n, tax: 725n }, total: 10_725n }),
    kind: 'dispute',
  };
  const won = {
    kind: 'dispute',
    id: 'dp_1',
    by: { id: 'txn_2', occurredAt: '2026-03-20T00:00:00Z', message: 'dispute dp_1 was won' },
  } as const;
  const again = { id: 'txn_3', occurredAt: '2026-03-30T00:00:00Z', message: 'dispute dp_1 was lost again' };
  const wonAgain = { ...won, by: { id: 'txn_4', occurredAt: '2026-04-09T00:00:00Z', message: 'dispute dp_1 was won' } };
  const sendsDisputes = { adjustments: { ...defaultPolicy.adjustments, disputes: 'send' } } as const;
  const disputeId = `${saleId}:dispute:dp_1`;
  const steps: readonly (readonly [Partial<Sale>, number])[] = [
    [{ amendments: [dispute] }, 5.01],
    [{ undone: [won] }, 112.26],
    [{ amendments: [{ ...dispute, againBy: again }], undone: [won] }, 5.01],
    [{ undone: [won, wonAgain] }, 112.26],
  ];

  it('has a separate transaction for each turn, and the service holds what is true after each', async () => {
    const shop = aShop(sendsDisputes);
    for (const [step, right] of steps) {
      shop.shows(step);
      await shop.finish();
      expect(net(shop)).toBe(right);
      await shop.finish();
      expect(net(shop)).toBe(right);
    }
    expect(shop.world.journal.map(({ id }) => id)).toStrictEqual([
      saleId,
      disputeId,
      `${disputeId}:undone:txn_2`,
      `${disputeId}:restored:txn_3`,
      `${disputeId}:undone:txn_4`,
    ]);
  });

  it('is recognized by a new sync database after each turn', async () => {
    const shop = aShop(sendsDisputes);
    for (const [step, right] of steps) {
      shop.shows(step);
      await shop.finish();
      const { world, clock, script } = shop;
      const renewed = aSync({ script, policy: sendsDisputes, world, clock, store: memoryStore() });
      await renewed.finish();
      expect(net(shop)).toBe(right);
      expect((await renewed.report()).noLongerTrue).toBe(0);
    }
    expect(totals(shop)).toHaveLength(5);
  });
});
