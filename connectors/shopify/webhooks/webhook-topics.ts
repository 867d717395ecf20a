/** The subscribed topics: GraphQL name and header name. */
export const webhookTopics = {
  ORDERS_CREATE: 'orders/create',
  ORDERS_UPDATED: 'orders/updated',
  ORDERS_PAID: 'orders/paid',
  ORDERS_EDITED: 'orders/edited',
  ORDERS_CANCELLED: 'orders/cancelled',
  ORDERS_DELETE: 'orders/delete',
  REFUNDS_CREATE: 'refunds/create',
  BULK_OPERATIONS_FINISH: 'bulk_operations/finish',
  APP_UNINSTALLED: 'app/uninstalled',
} as const;

export type WebhookTopic = keyof typeof webhookTopics;

const isTopic = (name: string): name is WebhookTopic => name in webhookTopics;

/** In the order of the table. */
export const allWebhookTopics: readonly WebhookTopic[] = Object.keys(webhookTopics).filter(isTopic);

/** Mandatory for App Store apps. Set in the app's configuration; there is no API for them. */
export const privacyTopics = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
