/** What signs the webhooks of every storefront. */
export const signingSecret = 'CANARY_SIGNING_SECRET';
