/** What tells whether a subscription delivers all that we need, to whom. */
export const webhookSubscriptionFields = `
fragment WebhookSubscriptionFields on WebhookSubscription {
  id
  topic
  uri
  format
  filter
  includeFields
}`;
