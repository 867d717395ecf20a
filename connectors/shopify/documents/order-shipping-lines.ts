import { moneyFields } from './money-fields.ts';
import { shippingLineFields } from './shipping-line-fields.ts';
import { taxLineFields } from './tax-line-fields.ts';

/** The shipping lines of an order that did not fit on its page, removed ones included. */
export const orderShippingLines = `
query OrderShippingLines($id: ID!, $after: String) {
  order(id: $id) {
    shippingLines(first: 100, after: $after, includeRemovals: true) {
      nodes { ...ShippingLineFields }
      pageInfo { hasNextPage endCursor }
    }
  }
}${shippingLineFields}${taxLineFields}${moneyFields}`;
