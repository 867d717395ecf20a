import { webhookSubscriptionFields } from './webhook-subscription-fields.ts';

/** Changes what a subscription delivers. */
export const webhookSubscriptionUpdate = `
mutation WebhookSubscriptionUpdate($id: ID!, $input: WebhookSubscriptionInput!) {
  webhookSubscriptionUpdate(id: $id, webhookSubscription: $input) {
    webhookSubscription { ...WebhookSubscriptionFields }
    userErrors { field message }
  }
}${webhookSubscriptionFields}`;
