export { stripeConnector } from './connector.ts';
export { type StripeSettings } from './settings.ts';
