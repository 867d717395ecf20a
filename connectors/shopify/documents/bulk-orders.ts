import type { Access } from '../api/access.ts';
import { addressFields } from './address-fields.ts';
import { lineFields } from './line-fields.ts';
import { moneyFields } from './money-fields.ts';
import { orderHeadFields } from './order-head-fields.ts';
import { saleFields } from './sale-fields.ts';
import { scopedFields } from './scoped-fields.ts';
import { shippingLineFields } from './shipping-line-fields.ts';
import { taxLineFields } from './tax-line-fields.ts';

const scoped = ({ customers, companies, locations, fulfillmentOrders }: Access): string =>
  [
    ...(customers ? [`customer { ${scopedFields.customer} }`] : []),
    ...(companies ? [`purchasingEntity { ${scopedFields.purchasingEntity} }`] : []),
    ...(locations ? [`retailLocation { ${scopedFields.retailLocation} }`] : []),
    ...(fulfillmentOrders
      ? [`fulfillmentOrders { edges { node { __typename id ${scopedFields.fulfillmentOrder} } } }`]
      : []),
  ].join('\n      ');

/**
 * All orders that a filter finds, as the query of a bulk operation: no variables, no sort key (one dropped records), at most
 * five connections, two levels deep, and none of them inside a list. So an order says that it has a refund and not which,
 * and its shipping lines come as one sum.
 */
export const bulkOrders = (access: Access, filter: string): string => `
query BulkOrders {
  orders(query: ${JSON.stringify(filter)}) {
    edges { node {
      __typename
      id
      ...OrderHeadFields
      refunds(first: 1) { id }
      shippingLine { ...ShippingLineFields }
      ${scoped(access)}
      lineItems { edges { node { __typename ...LineFields } } }
      agreements { edges { node {
        __typename
        id
        reason
        happenedAt
        sales { edges { node { __typename ...SaleFields } } }
      } } }
    } }
  }
}${orderHeadFields}${addressFields}${lineFields}${shippingLineFields}${saleFields}${taxLineFields}${moneyFields}`;
