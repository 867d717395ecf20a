import { lineFields } from './line-fields.ts';
import { moneyFields } from './money-fields.ts';
import { taxLineFields } from './tax-line-fields.ts';

/** The lines of an order that did not fit on its page. */
export const orderLines = `
query OrderLines($id: ID!, $after: String) {
  order(id: $id) {
    lineItems(first: 100, after: $after) {
      nodes { ...LineFields }
      pageInfo { hasNextPage endCursor }
    }
  }
}${lineFields}${taxLineFields}${moneyFields}`;
