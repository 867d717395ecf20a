/** The documents that list, create and change an app's webhook subscriptions in a shop. */

const webhookSubscriptionFields = `
fragment WebhookSubscriptionFields on WebhookSubscription {
  id
  topic
  uri
  format
  filter
  includeFields
}`;

/** The app's own subscriptions to some topics, at any address. */
export const webhookSubscriptions = `
query WebhookSubscriptions($topics: [WebhookSubscriptionTopic!], $after: String) {
  webhookSubscriptions(first: 100, after: $after, topics: $topics) {
    nodes { ...WebhookSubscriptionFields }
    pageInfo { hasNextPage endCursor }
  }
}${webhookSubscriptionFields}`;

/** Subscribes to a topic. */
export const webhookSubscriptionCreate = `
mutation WebhookSubscriptionCreate($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) {
    webhookSubscription { ...WebhookSubscriptionFields }
    userErrors { field message }
  }
}${webhookSubscriptionFields}`;

/** Changes what a subscription delivers. */
export const webhookSubscriptionUpdate = `
mutation WebhookSubscriptionUpdate($id: ID!, $input: WebhookSubscriptionInput!) {
  webhookSubscriptionUpdate(id: $id, webhookSubscription: $input) {
    webhookSubscription { ...WebhookSubscriptionFields }
    userErrors { field message }
  }
}${webhookSubscriptionFields}`;
