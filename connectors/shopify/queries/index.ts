/** All GraphQL documents that the connector sends to Shopify, in one list. */
export { bulkCancel, bulkLatest, bulkRun, bulkStatus } from './bulk.ts';
export { locationsPage } from './locations.ts';
export {
  disputeById,
  orderFulfillments,
  orderLedger,
  orderLines,
  orderRefunds,
  orderShippingLines,
  refundLines,
} from './order-parts.ts';
export {
  changedOrdersHead,
  changedOrdersPage,
  orderById,
  orderHead,
  ordersByName,
  ordersCount,
  ordersHead,
  ordersPage,
  probeOrders,
  salesReport,
  shopAccess,
  variantFields,
} from './orders.ts';
export { webhookSubscriptionCreate, webhookSubscriptions, webhookSubscriptionUpdate } from './webhooks.ts';
