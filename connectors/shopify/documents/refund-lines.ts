import { moneyFields } from './money-fields.ts';
import { refundLineFields } from './refund-line-fields.ts';

/** The lines of a refund that did not fit. */
export const refundLines = `
query RefundLines($id: ID!, $after: String) {
  refund(id: $id) {
    refundLineItems(first: 100, after: $after) {
      nodes { ...RefundLineFields }
      pageInfo { hasNextPage endCursor }
    }
  }
}${refundLineFields}${moneyFields}`;
