/** An ordinary body of a push, but for what the test is about. */
export const aBody = (change: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  id: 'shopify:1:1001',
  name: 'Shopify #1001 · 1001',
  transactedAt: '2026-01-05T15:00:00Z',
  currency: 'USD',
  lineItems: [{ id: 'l1', productName: 'Enamel mug', quantity: 2, amount: 14.5, discount: 1.01 }],
  subtotal: 27.99,
  shippingHandling: 7.95,
  taxCollected: 2.03,
  total: 37.97,
  shipToAddress: { line1: '1 Main St', line2: null, city: 'Austin', state: 'TX', zip: '78701', country: 'US' },
  recalculate: false,
  ...change,
});
