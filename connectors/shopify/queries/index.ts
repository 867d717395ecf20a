export { bulkCancel, bulkLatest, bulkRun, bulkStatus } from './bulk.ts';
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
  changedOrdersPage,
  orderById,
  ordersByName,
  ordersCount,
  ordersPage,
  probeOrders,
  shopAccess,
  variantFields,
} from './orders.ts';
export { salesReport } from './reports.ts';
export { webhookSubscriptionCreate, webhookSubscriptions, webhookSubscriptionUpdate } from './webhooks.ts';
