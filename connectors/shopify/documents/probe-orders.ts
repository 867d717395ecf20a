/** A few of the newest orders, to see whether the street and ZIP of an address may be read. */
export const probeOrders = `
query ProbeOrders {
  orders(first: 10, sortKey: PROCESSED_AT, reverse: true) {
    nodes {
      id
      shippingAddress { address1 city zip countryCodeV2 }
    }
  }
}`;
