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
export type { HoldReason, SkipReason } from './domain/exclusion.ts';
export type * from './mapping/sale.ts';
export type * from './mapping/source-connector.ts';
