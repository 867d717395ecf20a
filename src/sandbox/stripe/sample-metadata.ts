/** What the metadata keys of the sample account mean, as its configuration says it: `policy.metadata`. */
export const sampleMetadata = {
  orderId: 'order_ref',
  tax: 'sales_tax',
  shipping: 'shipping_cost',
  discount: 'discount',
  resale: 'resale',
  entity: 'exempt_entity',
  marketplace: 'marketplace',
} as const;
