/** `tax-nexus-sync/sandbox`: stand-ins for the service, a Shopify shop and a Stripe account, for tests of an app. */
export type { Fault, FaultRule, When } from './http/fault.ts';
export { adminSchema2026_07 } from './shopify/schema/admin-2026-07.ts';
export { adminSchema2026_10 } from './shopify/schema/admin-2026-10.ts';
export { situationOf } from './shopify/orders/situation-at.ts';
export type { SampleShopOptions, BulkOptions, BulkOutcome, BucketOptions } from './shopify/sample-shop-options.ts';
export { type SampleShop, startSampleShop } from './shopify/start-sample-shop.ts';
export type { SampleAccountOptions } from './stripe/sample-account-options.ts';
export { situationOfSale } from './stripe/sales/situation-at.ts';
export { type SampleStripeAccount, startSampleStripeAccount } from './stripe/start-sample-stripe-account.ts';
export {
  sampleCountries,
  sampleMetadata,
  type SandboxConfiguration,
  type SandboxStorefronts,
} from './sandbox-configuration.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts';
export type { JournalEntry } from './tax-service/journal.ts';
export { startTaxService, type TaxServiceOptions, type TaxServiceStandIn } from './tax-service/start-tax-service.ts';
export { sampleRange, type SampleSize } from './shopify/orders/sample-size.ts';
export type { RateLimit } from './tax-service/rate-limit.ts';
