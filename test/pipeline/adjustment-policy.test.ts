import { describe, expect, it } from '@jest/globals';
import { type AdjustmentPolicy, defaultPolicy } from '../../src/mapping/policy.ts';
import type { Amendment, Sale } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { right } from '../support/right.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { aSync, paged, sales, type SyncOptions, transactionId } from '../support/a-sync.ts';

const sale = transactionId('9001');
const goods = (amount: bigint) => ({ adjustment: { amount, tax: 0n }, total: amount });

const dearer: Amendment = { ...aRefund({ id: '1', ...goods(-2_000n) }), kind: 'edit' };
const cheaper: Amendment = { ...aRefund({ id: '2', ...goods(500n) }), kind: 'edit' };
const dearerExchange: Amendment = { ...aRefund({ id: '3', ...goods(-700n) }), kind: 'return' };
const moreTax: Amendment = {
  ...aRefund({ id: '4', adjustment: { amount: 0n, tax: -120n }, total: -120n }),
  kind: 'edit',
};
const lostDispute: Amendment = { ...aRefund({ id: 'dp_1', ...goods(1_000n) }), kind: 'dispute' };

const amendments = [dearer, cheaper, dearerExchange, moreTax, lostDispute];

const syncOf = (changes: Partial<Sale>, options: Partial<SyncOptions> = {}) =>
  aSync({ script: { pages: paged([{ ...sales(1)[0], ...changes } as Sale], 1) }, ...options });

const pushed = async (changes: Partial<Sale>, adjustments: Partial<AdjustmentPolicy> = {}) => {
  const policy = { adjustments: { ...defaultPolicy.adjustments, ...adjustments } };
  const sync = syncOf(changes, { policy });
  await sync.finish();
  return sync.world.journal.map(({ id }) => id.replace(`${sale}:`, ''));
};

const changed = { refunds: [aRefund({ id: '9' })], amendments };

describe('the policy for what happens after a sale', () => {
  it('sends paid additions and dearer exchanges by default, and nothing else', async () => {
    expect(await pushed(changed)).toStrictEqual([sale, 'edit:1', 'return:3']);
  });

  it('sends nothing, if each kind is only reported', async () => {
    expect(await pushed(changed, { additions: 'report' })).toStrictEqual([sale]);
  });

  it('sends refunds, reductions and changes of the tax alone, if it sends refunds', async () => {
    const ids = await pushed(changed, { refunds: 'send', additions: 'report' });
    expect(ids).toStrictEqual([sale, 'refund:9', 'edit:2', 'edit:4']);
  });

  it('sends lost disputes, if it is set to', async () => {
    expect(await pushed(changed, { disputes: 'send', additions: 'report' })).toStrictEqual([sale, 'dispute:dp_1']);
  });

  it('sends what went back for canceled orders alone, if it is set to', async () => {
    const refunds = [aRefund({ id: '9' })];
    expect(await pushed({ refunds, isCanceled: true }, { cancellations: 'send' })).toStrictEqual([sale, 'refund:9']);
    expect(await pushed({ refunds, isCanceled: false }, { cancellations: 'send' })).toStrictEqual([sale]);
  });

  it('sends what went back for a canceled order by default, and marks the sale if all went back', async () => {
    const [whole = aSale()] = sales(1);
    const total = right(saleToTransaction(defaultPolicy)(whole)).transaction;
    const lines = total.lines.map(({ id, amount, quantity, discount }, index) => ({
      ...{ lineId: id, quantity, amount: amount * BigInt(quantity) - discount },
      tax: index === 0 ? total.taxCollected : 0n,
    }));
    const shipping = { amount: total.shippingHandling, tax: 0n };
    const all = aRefund({ id: '9', lines, shipping, adjustment: { amount: 0n, tax: 0n }, total: total.total });
    const countedOf = async (changes: Partial<Sale>): Promise<readonly number[]> => {
      const sync = syncOf(changes);
      await sync.finish();
      const { findings } = await sync.report();
      return [sync.world.journal.length, findings['canceled and paid back'] ?? 0];
    };
    expect(await countedOf({ refunds: [all], isCanceled: true })).toStrictEqual([2, 1]);
    expect(await countedOf({ refunds: [all], isCanceled: false })).toStrictEqual([1, 0]);
    expect(await countedOf({ refunds: [aRefund({ id: '9' })], isCanceled: true })).toStrictEqual([2, 0]);
    // An export shows only how much: it is held, and nothing was sold all the same.
    const unclear = aRefund({ id: '9', isUnclear: true, total: total.total });
    expect(await countedOf({ refunds: [unclear], isCanceled: true })).toStrictEqual([1, 1]);
    expect(await countedOf({ refunds: [{ ...unclear, isSettled: false }], isCanceled: true })).toStrictEqual([1, 0]);
  });

  it('switched on over sent history, sends what is missing and doubles nothing', async () => {
    const sync = syncOf(changed);
    await sync.finish();
    const later = syncOf(changed, {
      policy: {
        adjustments: {
          ...defaultPolicy.adjustments,
          ...{ refunds: 'send', additions: 'send', cancellations: 'send', disputes: 'send' },
        },
      },
      store: sync.store,
      world: sync.world,
      clock: sync.clock,
    });
    await later.finish();
    expect(later.world.journal.map(({ id }) => id.replace(`${sale}:`, '')).toSorted()).toStrictEqual(
      [sale, 'dispute:dp_1', 'edit:1', 'edit:2', 'edit:4', 'refund:9', 'return:3'].toSorted(),
    );
    expect(await later.report()).toMatchObject({ considered: 7, succeeded: 4, alreadyPresent: 3 });
  });
});

describe('a negative invoice', () => {
  const credit: Partial<Sale> = {
    lines: [aLine({ listed: -6_000n, taxes: [] })],
    shipping: [],
    orderTaxes: [{ amount: -495n, liable: 'seller', title: 'Tax' }],
    statedTotal: -6_495n,
  };

  it('is listed with its date and tax where refunds are only reported', async () => {
    const sync = syncOf(credit);
    await sync.finish();
    expect(sync.world.journal).toStrictEqual([]);
    const report = await sync.report();
    expect(report.skipped).toStrictEqual({ 'credit document': 1 });
    expect(report.adjustments).toStrictEqual([
      { kind: 'refund', currency: 'USD', count: 1, amount: '-64.95', sent: false },
    ]);
  });

  it('is sent with negative amounts where refunds are sent, and not listed a second time', async () => {
    const policy = { adjustments: { ...defaultPolicy.adjustments, refunds: 'send' as const } };
    const sync = syncOf(credit, { policy });
    await sync.finish();
    expect(JSON.parse(sync.world.journal[0]?.body ?? '{}')).toMatchObject({ total: -64.95, taxCollected: -4.95 });
    expect((await sync.report()).adjustments).toStrictEqual([]);
  });
});

describe('a sale without money', () => {
  const free: Partial<Sale> = { lines: [aLine({ listed: 0n, taxes: [] })], shipping: [], statedTotal: 0n };

  it.each([
    ['send', { succeeded: 1, findings: { 'zero total': 1 } }],
    ['skip', { succeeded: 0, skipped: { 'zero total': 1 } }],
    ['hold', { succeeded: 0, held: { 'zero total held': 1 } }],
  ] as const)('is treated by the policy zeroTotals: %s', async (zeroTotals, expected) => {
    const sync = syncOf(free, { policy: { zeroTotals } });
    await sync.finish();
    expect(await sync.report()).toMatchObject(expected);
  });
});
