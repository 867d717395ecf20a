export { createTaxNexus } from './app/create-tax-nexus.ts';
export type { RunProgress } from './app/plugin/run-progress.ts';
export type { AddedStorefront, StorefrontName } from './app/plugin/storefront-name.ts';
export type {
  HistoricalSyncRequest,
  HistoricalSyncs,
  RunHandle,
  Storefronts,
  TaxNexus,
} from './app/plugin/tax-nexus.ts';
export { ConfigurationError, TaxNexusError, type TaxNexusErrorCode } from './app/plugin/tax-nexus-error.ts';
export type { TaxNexusEvent, TaxNexusEventOf } from './app/plugin/tax-nexus-event.ts';
export type { Credentials, TaxNexusOptions } from './app/plugin/tax-nexus-options.ts';
export type { Address } from './core/address.ts';
export { allocate } from './core/allocate.ts';
export { type Currency, findCurrency } from './core/currency.ts';
export { type DateRange, dateRange, type Interval, intervalOf, isWithin, monthsOf } from './core/date-range.ts';
export type { Clock, Logger, Random } from './core/environment.ts';
export type { Inbox, InboxState } from './core/inbox.ts';
export { type Instant, instantOfUnixSeconds, parseInstant } from './core/instant.ts';
export { formatMinorUnits, type MinorUnits, parseMinorUnits } from './core/minor-units.ts';
export type { RecordBook } from './core/record-book.ts';
export type { Outcome, Run, RunEntry, RunRequest } from './core/run.ts';
export { type Secret, secret } from './core/secret.ts';
export { held, type HoldReason, type SetAside, skipped, type SkipReason } from './core/set-aside.ts';
export type { SourceError } from './core/source-error.ts';
export type { TaxService } from './core/tax-service.ts';
export type { Transaction, TransactionLine } from './core/transaction.ts';
export type { WireTransaction } from './core/wire-transaction.ts';
export { defaultPolicy, type Policy } from './mapping/policy.ts';
export { refundToTransaction } from './mapping/refund-to-transaction.ts';
export type * from './mapping/sale.ts';
export { type MappedSale, saleToTransaction } from './mapping/sale-to-transaction.ts';
export type * from './mapping/source-connector.ts';
export { memoryRecordBook } from './state/memory/memory-record-book.ts';
export { sqliteRecordBook } from './state/sqlite/sqlite-record-book.ts';
export {
  explain,
  type Explanation,
  historicalSync,
  type Progress,
  readReport,
  type Report,
  retryRun,
  type SyncFailure,
  type SyncPorts,
} from './sync/index.ts';
export { httpTaxService, type HttpTaxServiceSettings } from './tax-service/index.ts';
export type { Authorize, ScreenUser } from './web/index.ts';
export type { BeforePush, LiveEvent, Schedule, TickResult } from './worker/index.ts';
