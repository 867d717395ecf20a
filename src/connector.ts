/** `tax-nexus-sync/connector`: what the author of a connector for another platform needs. */
export {
  type ConnectorDefinition,
  defineConnector,
  type Part,
  type RecordsPage,
} from './connector-kit/define-connector.ts';
export { refused, rejected, throttled, unreachable } from './connector-kit/failures.ts';
export { getJson } from './connector-kit/get-json.ts';
export {
  type AddressFacts,
  type Decimal,
  hold,
  type LineFacts,
  negated,
  type RecordMeaning,
  type RefundFacts,
  sale,
  type SaleFacts,
  type ShippingFacts,
  skip,
  type TaxFacts,
} from './connector-kit/sale-facts.ts';
export {
  type DeliveryMeaning,
  type SignatureSettings,
  signedWith,
  type UnverifiedDelivery,
  type WebhookDefinition,
} from './connector-kit/webhook.ts';
export { type Currency, findCurrency, formatMinorUnits, type MinorUnits, parseMinorUnits } from './domain/money.ts';
export { allocate } from './domain/money.ts';
export { type DateRange, type Interval, intervalOf, isWithin, monthsOf, parseDateRange } from './domain/date-range.ts';
export type { Undecodable } from './domain/decode.ts';
export type { Lock } from './domain/async.ts';
export type { Clock, Random } from './domain/environment.ts';
export type {
  SourceCredentialsRefused,
  SourceError,
  SourceRefused,
  SourceThrottled,
  SourceUnreachable,
} from './domain/errors.ts';
export {
  type Exclusion,
  held,
  type HoldReason,
  type RecordReference,
  skipped,
  type SkipReason,
} from './domain/exclusion.ts';
export type { PlatformEvent } from './domain/platform-event.ts';
export { type Instant, instantOfUnixSeconds, parseInstant } from './domain/instant.ts';
export type { AdjustmentKind, Adjustment } from './domain/run.ts';
export { type Secret, secret } from './domain/secret.ts';
export type { Address, OptionalFields } from './domain/transaction.ts';
export type { LocationUse, MerchantLocation } from './mapping/merchant-location.ts';
export type { PaymentOfEntry, PlatformEntry, PlatformTotals } from './mapping/platform-totals.ts';
export type * from './mapping/sale.ts';
export type * from './mapping/source-connector.ts';
export type * from './mapping/storefront-directory.ts';
