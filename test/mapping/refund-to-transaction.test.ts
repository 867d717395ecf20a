import { describe, expect, it } from '@jest/globals';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { refundToTransaction } from '../../src/mapping/refund-to-transaction.ts';
import type { Refund, Sale } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { left, right } from '../support/right.ts';

const aRefund = (differences: Partial<Refund> = {}): Refund => ({
  id: '901',
  occurredAt: '2026-03-01T10:00:00Z',
  isSettled: true,
  lines: [{ lineId: '71', quantity: 1, amount: 10_000n, tax: 725n }],
  shipping: { amount: 0n, tax: 0n },
  adjustment: { amount: 0n, tax: 0n },
  total: 10_725n,
  message: 'one desk came back',
  ...differences,
});

const sent = (refund: Refund, sale: Sale = aSale()) =>
  refundToTransaction(sale, right(saleToTransaction(defaultPolicy)(sale)))(refund);

describe('a refund that is sent', () => {
  it('is a separate transaction, dated by the refund, negative, with the sale as its parent', () => {
    expect(right(sent(aRefund())).transaction).toMatchObject({
      id: 'shopify:548380009:5012345678:refund:901',
      parentId: 'shopify:548380009:5012345678',
      transactedAt: '2026-03-01T10:00:00Z',
      subtotal: -10_000n,
      taxCollected: -725n,
      total: -10_725n,
      lines: [{ quantity: -1, amount: 10_000n }],
    });
  });

  it('of shipping only refunds no goods', () => {
    const refund = aRefund({ lines: [], shipping: { amount: 500n, tax: 0n }, total: 500n });
    expect(right(sent(refund)).transaction).toMatchObject({ subtotal: 0n, shippingHandling: -500n, total: -500n });
  });

  it('of money only is an adjustment', () => {
    const refund = aRefund({ lines: [], adjustment: { amount: 1_000n, tax: 0n }, total: 1_000n });
    expect(right(sent(refund)).transaction).toMatchObject({ subtotal: -1_000n, total: -1_000n });
  });

  it('of goods without a price, or of tax alone, has negative quantities', () => {
    const lines = [{ lineId: '71', quantity: 2, amount: 0n, tax: 0n }];
    const goods = aRefund({ lines, adjustment: { amount: 1_000n, tax: 0n }, total: 1_000n });
    expect(right(sent(goods)).transaction.lines).toMatchObject([
      { id: '71', quantity: -2, amount: 0n },
      { id: 'adjustment', quantity: -1 },
    ]);
    const tax = aRefund({ lines: [{ lineId: '71', quantity: 1, amount: 0n, tax: 725n }], total: 725n });
    expect(right(sent(tax)).transaction).toMatchObject({
      lines: [{ quantity: -1 }],
      taxCollected: -725n,
      total: -725n,
    });
  });

  it('minus a restocking fee refunds the goods and keeps the fee', () => {
    const refund = aRefund({ adjustment: { amount: -200n, tax: 0n }, total: 10_525n });
    expect(right(sent(refund)).transaction.total).toBe(-10_525n);
  });

  it('contains no tax that a marketplace remits', () => {
    const sale = aSale({ lines: [aLine({ taxes: [{ amount: 725n, liable: 'marketplace', title: 'Tax' }] })] });
    expect(right(sent(aRefund(), sale)).transaction).toMatchObject({ taxCollected: 0n, total: -10_000n });
  });

  it('contains the seller’s share of the tax of the refunded lines', () => {
    const sale = aSale({
      lines: [
        aLine({ taxes: [{ amount: 725n, liable: 'marketplace', title: 'Tax' }] }),
        aLine({ id: '72', taxes: [{ amount: 725n, liable: 'seller', title: 'Tax' }] }),
      ],
      shipping: [{ name: 'Post', price: 500n, discount: 0n, taxes: [{ amount: 40n, liable: 'seller', title: 'Tax' }] }],
    });
    const taxOf = (refund: Refund) => right(sent(refund, sale)).transaction.taxCollected;
    const lines = (lineId: string) => [{ lineId, quantity: 1, amount: 10_000n, tax: 725n }];
    expect(taxOf(aRefund({ lines: lines('71') }))).toBe(0n);
    expect(taxOf(aRefund({ lines: lines('72') }))).toBe(-725n);
    expect(taxOf(aRefund({ lines: [], shipping: { amount: 500n, tax: 40n }, total: 540n }))).toBe(-40n);
  });

  it.each([
    ['the seller’s taxes', 'seller', -725n],
    ['open liability', 'unknown', 0n],
    ['the marketplace’s taxes', 'marketplace', 0n],
  ] as const)('of a sale with a merchant of record and %s has the tax that its sale had', (_, liable, taxCollected) => {
    const sale = aSale({
      lines: [aLine({ taxes: [{ amount: 725n, liable, title: 'Tax' }] })],
      marketplaces: [{ kind: 'merchant of record', value: 'Link', field: 'merchantOfRecordApp' }],
    });
    expect(right(saleToTransaction(defaultPolicy)(sale)).transaction.taxCollected).toBe(-taxCollected);
    expect(right(sent(aRefund(), sale)).transaction.taxCollected).toBe(taxCollected);
  });

  it('that is pending or failed is not sent', () => {
    expect(left(sent(aRefund({ isSettled: false })))).toMatchObject({ _tag: 'Skipped', reason: 'not paid' });
  });

  it('whose parts differ from the refunded money is held with the missing amount', () => {
    const held = left(sent(aRefund({ total: 10_800n })));
    expect(held.reason).toBe('totals do not add up');
    expect(held.message).toContain('0.75 USD');
  });

  it('of a gift card, which was never sent, is skipped', () => {
    const sale = aSale({ lines: [aLine(), aLine({ id: '72', kind: 'gift card', taxes: [] })] });
    const refund = aRefund({ lines: [{ lineId: '72', quantity: 1, amount: 10_000n, tax: 0n }], total: 10_000n });
    expect(left(sent(refund, sale)).reason).toBe('no items');
  });
});
