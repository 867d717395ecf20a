/** The topics that we subscribe to: as GraphQL calls them, and as the header of a delivery does. */
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

/** In the order of the table. */
export const allWebhookTopics: readonly WebhookTopic[] = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_PAID',
  'ORDERS_EDITED',
  'ORDERS_CANCELLED',
  'ORDERS_DELETE',
  'REFUNDS_CREATE',
  'BULK_OPERATIONS_FINISH',
  'APP_UNINSTALLED',
];

/** Mandatory for apps of the App Store. Shopify takes them from the app's configuration alone; there is no API for them. */
export const privacyTopics = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
