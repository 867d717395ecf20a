import { moneyFields } from './money-fields.ts';
import { saleFields } from './sale-fields.ts';

/**
 * The ledger of an order: the agreements of its sale, edits, returns and refunds, each with its signed sales.
 *
 * With `$agreements` 1 and `$afterSales`, the rest of the sales of the one agreement that follows `$after`.
 */
export const orderLedger = `
query OrderLedger($id: ID!, $agreements: Int!, $after: String, $afterSales: String) {
  order(id: $id) {
    agreements(first: $agreements, after: $after) {
      edges {
        cursor
        node {
          id
          reason
          happenedAt
          ... on RefundAgreement { refund { id } }
          sales(first: 50, after: $afterSales) {
            nodes { ...SaleFields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}${saleFields}${moneyFields}`;
