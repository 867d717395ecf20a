import { webhookSubscriptionFields } from './webhook-subscription-fields.ts';

/** Subscribes to a topic. */
export const webhookSubscriptionCreate = `
mutation WebhookSubscriptionCreate($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) {
    webhookSubscription { ...WebhookSubscriptionFields }
    userErrors { field message }
  }
}${webhookSubscriptionFields}`;
