export type { Complaint } from './app/configuration/complaint.ts';
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
export type { RunEvent, TaxNexusEvent, TaxNexusEventOf } from './app/plugin/tax-nexus-event.ts';
export type { Credentials, TaxNexusOptions } from './app/plugin/tax-nexus-options.ts';
export type { Address } from './core/address.ts';
export { allocate } from './core/allocate.ts';
export { type Currency, findCurrency } from './core/currency.ts';
export { type DateRange, dateRange, type Interval, intervalOf, isWithin, monthsOf } from './core/date-range.ts';
export type { Undecodable } from './core/decode.ts';
export type { Clock, Logger, Random } from './core/environment.ts';
export type { Inbox, InboxState } from './core/inbox.ts';
export { type Instant, instantOfUnixSeconds, parseInstant } from './core/instant.ts';
export { formatMinorUnits, type MinorUnits, parseMinorUnits } from './core/minor-units.ts';
export type { BookError, RecordBook } from './core/record-book.ts';
export type {
  EntryAmounts,
  FailureReason,
  FinalStatus,
  FindingKind,
  Movement,
  MovementKind,
  OrdinaryFinding,
  Outcome,
  Run,
  RunEntry,
  RunKind,
  RunRequest,
  RunStatus,
} from './core/run.ts';
export { type Secret, secret } from './core/secret.ts';
export {
  held,
  type HoldReason,
  type RecordReference,
  type SetAside,
  skipped,
  type SkipReason,
} from './core/set-aside.ts';
export type {
  SourceCredentialsRefused,
  SourceError,
  SourceRefused,
  SourceThrottled,
  SourceUnreachable,
} from './core/source-error.ts';
export type { PushReply, ServiceFailure, TaxService } from './core/tax-service.ts';
export type { Transaction, TransactionLine } from './core/transaction.ts';
export type { WireTransaction } from './core/wire-transaction.ts';
export { defaultPolicy, type MetadataMeaning, type Policy } from './mapping/policy.ts';
export type { PolicyChoices } from './mapping/policy-with.ts';
export { refundToTransaction } from './mapping/refund-to-transaction.ts';
export type * from './mapping/sale.ts';
export { type MappedSale, saleToTransaction } from './mapping/sale-to-transaction.ts';
export type * from './mapping/source-connector.ts';
export { memoryRecordBook } from './state/memory/memory-record-book.ts';
export { sqliteRecordBook } from './state/sqlite/sqlite-record-book.ts';
export {
  type BeforePush,
  type Decide,
  explain,
  type ExplainedLine,
  type ExplainedSetAside,
  type ExplainedTransaction,
  type Explanation,
  type Failure,
  type FailureCause,
  historicalSync,
  type Look,
  type MovementLine,
  type PartOfSale,
  type PartsOfSale,
  type PeriodBook,
  type Progress,
  readReport,
  type Report,
  retryRun,
  type Review,
  type ServiceView,
  type Stop,
  type StorefrontPorts,
  type SyncFailure,
  type SyncPorts,
  type Total,
} from './sync/index.ts';
export { httpTaxService, type HttpTaxServiceSettings } from './tax-service/index.ts';
export type { Authorize, ScreenUser, WebEvent } from './web/index.ts';
export type { LiveEvent, Schedule, SettledRecord, Task, TickResult, Trouble } from './worker/index.ts';
