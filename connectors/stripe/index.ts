/** The public face of the Stripe connector: storefronts, their keys, and the directory of connected accounts. */
export { stripeConnector } from './connector.ts';
export type { StripeSettings } from './settings.ts';
export type { Credential, ExpiringKey, KeyFunction, KeyRequest, StripeOptions } from './options.ts';
export { keyFromOAuth, type OAuthKeyOptions, type OAuthKeys } from './client/oauth-keys.ts';
export { stripe } from './stripe.ts';
export { connectedAccounts, type ConnectedAccountsOptions } from './directory.ts';
