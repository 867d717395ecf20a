import type { Sale, SaleLine } from '../../src/mapping/sale.ts';

const line: SaleLine = {
  id: '71',
  kind: 'goods',
  name: 'Walnut desk',
  sku: 'DESK-1',
  quantity: 1,
  listed: 10_000n,
  discount: 0n,
  taxes: [{ amount: 725n, liable: 'seller', title: 'CA State Tax' }],
  isShipped: true,
};

/** An ordinary line (one desk for 100.00, 7.25 tax), but for what the test is about. */
export const aLine = (differences: Partial<SaleLine> = {}): SaleLine => ({ ...line, ...differences });

/** An ordinary paid sale (one desk, 5.00 shipping, 7.25 tax, to California), but for what the test is about. */
export const aSale = (differences: Partial<Sale> = {}): Sale => ({
  identity: {
    platform: 'shopify',
    platformName: 'Shopify',
    account: '548380009',
    recordId: '5012345678',
    number: '#1001',
    url: null,
  },
  occurredAt: '2026-02-03T17:20:00Z',
  payment: 'paid',
  isTest: false,
  taxIsEstimated: false,
  isCanceled: false,
  currency: { code: 'USD', digits: 2 },
  pricesIncludeTax: false,
  lines: [line],
  shipping: [{ name: 'Standard', price: 500n, discount: 0n, taxes: [] }],
  orderDiscount: 0n,
  orderTaxes: [],
  statedTotal: null,
  destinations: [
    {
      basis: 'shipping',
      address: {
        line1: '1 CANARY_ADDR Street',
        line2: null,
        city: 'Oakland',
        state: 'CA',
        zip: '94607',
        country: 'US',
      },
    },
  ],
  exemptions: [],
  marketplaces: [],
  references: [],
  refunds: [],
  adjustments: [],
  decisions: [],
  ...differences,
});
