/** Parts of an order that need a scope of their own, by the field that holds them. */
export const scopedFields = {
  customer: 'taxExempt taxExemptions tags',
  purchasingEntity: '... on PurchasingCompany { location { taxSettings { taxExempt taxExemptions } } }',
  retailLocation: 'address { address1 address2 city provinceCode zip countryCode }',
  fulfillmentOrder: `deliveryMethod { methodType }
      assignedLocation { address1 address2 city province zip countryCode }
      destination { address1 address2 city province zip countryCode }`,
} as const;
