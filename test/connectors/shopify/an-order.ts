/** JSON of the GraphQL Admin API, for ordinary orders with the differences that a test is about. */
export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

export const money = (amount: string, currencyCode = 'USD'): Json => ({ shopMoney: { amount, currencyCode } });

export const nodes = (...all: readonly Json[]): Json => ({
  nodes: all,
  pageInfo: { hasNextPage: false, endCursor: null },
});

export const aTax = (amount: string, channelLiable: boolean | null = false): Json => ({
  title: 'CA State Tax',
  channelLiable,
  priceSet: money(amount),
});

/** One desk for 100.00 with 7.25 tax. */
export const aLine = (differences: Json = {}): Json => ({
  id: 'gid://shopify/LineItem/71',
  name: 'Walnut desk',
  sku: 'DESK-1',
  quantity: 1,
  requiresShipping: true,
  isGiftCard: false,
  originalUnitPriceSet: money('100.0'),
  discountAllocations: [],
  taxLines: [aTax('7.25')],
  duties: [],
  ...differences,
});

export const aDiscount = (amount: string): Json => ({ allocatedAmountSet: money(amount) });

/** Standard shipping for 5.00, untaxed. */
export const aShippingLine = (differences: Json = {}): Json => ({
  id: 'gid://shopify/ShippingLine/91',
  title: 'Standard',
  originalPriceSet: money('5.0'),
  discountedPriceSet: money('5.0'),
  taxLines: [],
  ...differences,
});

export const anAddress = (differences: Json = {}): Json => ({
  address1: '1 CANARY_STREET',
  address2: null,
  city: 'Oakland',
  provinceCode: 'CA',
  zip: '94607',
  countryCodeV2: 'US',
  ...differences,
});

/** A paid, unchanged order of one desk and its shipping, 112.25 in all, without a ledger. */
export const anOrder = (differences: Json = {}): Json => ({
  id: 'gid://shopify/Order/5012345678',
  name: '#1001',
  createdAt: '2026-02-03T17:20:00Z',
  processedAt: '2026-02-03T17:20:00Z',
  cancelledAt: null,
  test: false,
  edited: false,
  returnStatus: 'NO_RETURN',
  displayFinancialStatus: 'PAID',
  sourceName: 'web',
  app: { id: 'gid://shopify/App/580111', name: 'Online Store' },
  attribution: null,
  merchantOfRecordApp: null,
  tags: [],
  currencyCode: 'USD',
  presentmentCurrencyCode: 'USD',
  taxesIncluded: false,
  taxExempt: false,
  estimatedTaxes: false,
  dutiesIncluded: false,
  shippingAddress: anAddress(),
  billingAddress: anAddress({ city: 'Reno', provinceCode: 'NV', zip: '89501' }),
  originalTotalPriceSet: money('112.25'),
  totalTipReceivedSet: money('0.0'),
  additionalFees: [],
  lineItems: nodes(aLine()),
  shippingLines: nodes(aShippingLine()),
  agreements: nodes(),
  refunds: [],
  transactions: [],
  ...differences,
});

/** A tax of a sale in the ledger. */
export const aSaleTax = (amount: string, channelLiable: boolean | null = false): Json => ({
  amount: money(amount),
  taxLine: { title: 'CA State Tax', channelLiable },
});

/** The amounts of a sale in the ledger, with its tax. */
export const totals = (amount: string, tax: string): Json => ({
  totalAmount: money(amount),
  totalTaxAmount: money(tax),
});

/** One line of the ledger: the desk, 107.25 with its tax. */
export const aSale = (differences: Json = {}): Json => ({
  id: 'gid://shopify/ProductSale/1',
  actionType: 'ORDER',
  lineType: 'PRODUCT',
  quantity: 1,
  ...totals('107.25', '7.25'),
  taxes: [aSaleTax('7.25')],
  lineItem: { id: 'gid://shopify/LineItem/71' },
  ...differences,
});

/** The ledger line of the shipping, 5.00. */
export const aShippingSale = (differences: Json = {}): Json => ({
  id: 'gid://shopify/ShippingLineSale/2',
  actionType: 'ORDER',
  lineType: 'SHIPPING',
  quantity: null,
  ...totals('5.0', '0.0'),
  taxes: [],
  shippingLine: { id: 'gid://shopify/ShippingLine/91', title: 'Standard' },
  ...differences,
});

/** The agreement under which the order was placed. */
export const anAgreement = (differences: Json = {}): Json => ({
  id: 'gid://shopify/OrderAgreement/31',
  reason: 'ORDER',
  happenedAt: '2026-02-03T17:20:00Z',
  sales: nodes(aSale(), aShippingSale()),
  ...differences,
});

/** The payment of a refund. */
export const paidBack = (amount: string): Json => ({
  totalRefundedSet: money(amount),
  transactions: nodes({ kind: 'REFUND', status: 'SUCCESS', amountSet: money(amount) }),
});

/** A refund of 107.25 for the desk, tax included. */
export const aRefund = (differences: Json = {}): Json => ({
  id: 'gid://shopify/Refund/41',
  createdAt: '2026-02-10T09:00:00Z',
  processedAt: '2026-02-10T09:00:00Z',
  ...paidBack('107.25'),
  duties: [],
  refundLineItems: nodes({
    quantity: 1,
    lineItem: { id: 'gid://shopify/LineItem/71' },
    subtotalSet: money('100.0'),
    totalTaxSet: money('7.25'),
  }),
  refundShippingLines: nodes(),
  orderAdjustments: nodes(),
  ...differences,
});
