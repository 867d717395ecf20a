import type { SaleLine } from '../../../src/mapping/sale.ts';

/** A tip, in Stripe's units: given at a reader, never sent anywhere, never taxed. */
export const tipLine = (amount: bigint): SaleLine => ({
  id: 'tip',
  kind: 'tip',
  name: 'Tip',
  sku: null,
  quantity: 1,
  listed: amount,
  discount: 0n,
  taxes: [],
  isShipped: false,
});
