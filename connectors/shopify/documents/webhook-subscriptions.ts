import { webhookSubscriptionFields } from './webhook-subscription-fields.ts';

/** The app's own subscriptions to some topics, at whatever address. Other apps' are never shown. */
export const webhookSubscriptions = `
query WebhookSubscriptions($topics: [WebhookSubscriptionTopic!], $after: String) {
  webhookSubscriptions(first: 100, after: $after, topics: $topics) {
    nodes { ...WebhookSubscriptionFields }
    pageInfo { hasNextPage endCursor }
  }
}${webhookSubscriptionFields}`;
