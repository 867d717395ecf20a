import type { WebhookDelivery } from '../../src/domain/inbox.ts';

/** Milliseconds since 1970 of the ordinary delivery. */
export const ringTime = Date.UTC(2026, 3, 1, 12);

/** An ordinary delivery (order 1001 changed), but for what the test is about. */
export const aDelivery = (differences: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  storefront: 'us-store',
  deliveryId: 'delivery-1',
  recordId: '1001',
  isDeletion: false,
  receivedAt: '2026-04-01T12:00:00Z',
  ...differences,
});
