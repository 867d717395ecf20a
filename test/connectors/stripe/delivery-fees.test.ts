import { describe, expect, it } from '@jest/globals';
import type { Policy } from '../../../src/mapping/policy.ts';
import { chargeEntry, mapped } from '../../support/stripe-facts.ts';
import { aSession, aSessionLine, type Json, listed } from '../../support/stripe-objects.ts';

const salesTax = { amount: 725, rate: { display_name: 'CO State Tax', inclusive: false, tax_type: 'sales_tax' } };
const deliveryFee = {
  amount: 28,
  rate: { display_name: 'Retail Delivery Fee', inclusive: false, tax_type: 'retail_delivery_fee' },
};

const checkout = (line: Json, shipping: Json | null, tax: number, policy: Partial<Policy> = {}) => {
  const session = aSession({
    line_items: listed([aSessionLine({ id: 'li_1', quantity: 1, amount_subtotal: 10_000, ...line })]),
    shipping_cost: shipping,
    total_details: { amount_discount: 0, amount_shipping: shipping === null ? 0 : 500, amount_tax: tax },
    amount_total: 10_000 + tax + (shipping === null ? 0 : 500),
  });
  const amount = 10_000 + tax + (shipping === null ? 0 : 500);
  return mapped(chargeEntry({ amount, amount_captured: amount }, { session }), policy).transaction;
};

const taxedLine = { amount_tax: 753, amount_total: 10_753, taxes: [salesTax, deliveryFee] };

describe('a retail delivery fee that Stripe lists among the taxes', () => {
  it('is a line of its own and no sales tax', () => {
    const transaction = checkout(taxedLine, null, 753);
    expect(transaction).toMatchObject({ subtotal: 10_028n, taxCollected: 725n, total: 10_753n });
    expect(transaction.lines).toMatchObject([
      { id: 'li_1', amount: 10_000n },
      { id: 'retail-delivery-fee', productName: 'Retail Delivery Fee', amount: 28n, quantity: 1 },
    ]);
  });

  it('is left out by policy', () => {
    const transaction = checkout(taxedLine, null, 753, { fees: 'leave out' });
    expect(transaction).toMatchObject({ subtotal: 10_000n, taxCollected: 725n, total: 10_725n });
  });

  it('is the same on the tax of shipping', () => {
    const shipping = { amount_subtotal: 500, amount_tax: 64, amount_total: 564, taxes: [salesTaxOf(36), deliveryFee] };
    const line = { amount_tax: 725, amount_total: 10_725, taxes: [salesTax] };
    const transaction = checkout(line, shipping, 789);
    expect(transaction).toMatchObject({
      subtotal: 10_028n,
      shippingHandling: 500n,
      taxCollected: 761n,
      total: 11_289n,
    });
  });
});

const salesTaxOf = (amount: number) => ({ ...salesTax, amount });
