export { stripeConnector } from './connector.ts';
export type { StripeSettings } from './settings.ts';
export type { Credential, StripeOptions } from './options.ts';
export { stripe } from './stripe.ts';
