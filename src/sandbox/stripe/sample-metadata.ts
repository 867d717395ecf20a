/** The meaning of the sample account's metadata keys, for `policy.metadata` of its configuration. */
export const sampleMetadata = {
  orderId: 'order_ref',
  tax: 'sales_tax',
  shipping: 'shipping_cost',
  discount: 'discount',
  resale: 'resale',
  entity: 'exempt_entity',
  marketplace: 'marketplace',
} as const;
