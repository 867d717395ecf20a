export type { Complaint } from './app/configuration/complaint.ts';
export { defineConfig, type TaxNexusConfig } from './app/configuration/config-file.ts';
export { createTaxNexus } from './app/create-tax-nexus.ts';
export type { AddedStorefront, RunHandle, StorefrontName } from './app/plugin/storefront-name.ts';
export type {
  ClosedPeriods,
  OfAccount,
  OfStorefronts,
  ReconcileRequest,
  RunReviews,
  TaxNexusOperations,
  Webhooks,
} from './app/plugin/tax-nexus-operations.ts';
export type {
  DirectoryEvent,
  HistoricalSyncRequest,
  HistoricalSyncs,
  RunControls,
  RunEvent,
  StorefrontRefresh,
  Storefronts,
  TaxNexus,
  TaxNexusEvent,
  TaxNexusEventOf,
} from './app/plugin/tax-nexus.ts';
export { ConfigurationError, TaxNexusError } from './app/plugin/tax-nexus-error.ts';
export type { Check, CheckedPart } from './operations/check.ts';
export type { Exposure, StateExposure } from './reconcile/exposure.ts';
export type { TiedAmount, TiedCurrency, TieOut, Unexplained } from './reconcile/tie-out.ts';
export type { HostDatabase } from './domain/host-database.ts';
export type { TaxNexusErrorCode } from './operations/failure.ts';
export type { DecimalAmounts, Line, LineAdjustment, LinesPage, LinesRequest, Note } from './operations/lines.ts';
export type { RunCounts, RunProgress } from './operations/progress.ts';
export type { Decided, ResolveRequest, SignedOff } from './operations/review.ts';
export type { ListedRun, RunsPage, RunsRequest } from './operations/runs.ts';
export type { Statement } from './operations/statement.ts';
export type { ExplainedSale, ListedAccount, WebhooksRequest } from './operations/storefronts.ts';
export type { Notification, NotificationKind } from './app/notifications/notification.ts';
export type {
  AccountSettings,
  AccountsOption,
  Credentials,
  NotificationOptions,
  TaxNexusOptions,
} from './app/plugin/tax-nexus-options.ts';
export type { Address } from './domain/transaction.ts';
export { allocate } from './domain/money.ts';
export { type Currency, findCurrency } from './domain/money.ts';
export { type DateRange, parseDateRange, type Interval, intervalOf, isWithin, monthsOf } from './domain/date-range.ts';
export type { Undecodable } from './domain/decode.ts';
export type { Clock, Logger, Random } from './domain/environment.ts';
export type { Inbox, InboxState, ReceivedDelivery } from './domain/inbox.ts';
export type { ClosedPeriod } from './domain/review-store.ts';
export { type Instant, instantOfUnixSeconds, parseInstant } from './domain/instant.ts';
export { formatMinorUnits, type MinorUnits, parseMinorUnits } from './domain/money.ts';
export type { StoreError, SyncStore } from './domain/sync-store.ts';
export type {
  LineAmounts,
  FailureReason,
  FinalStatus,
  FindingKind,
  Adjustment,
  AdjustmentKind,
  InformationalFinding,
  Outcome,
  Run,
  ReportLine,
  RunKind,
  RunRequest,
  RunStatus,
} from './domain/run.ts';
export { type Secret, secret } from './domain/secret.ts';
export {
  held,
  type HoldReason,
  type RecordReference,
  type Exclusion,
  skipped,
  type SkipReason,
} from './domain/exclusion.ts';
export type {
  SourceCredentialsRefused,
  SourceError,
  SourceRefused,
  SourceThrottled,
  SourceUnreachable,
} from './domain/errors.ts';
export type { PushReply, ServiceFailure, TaxService } from './domain/tax-service.ts';
export type { Transaction, TransactionLine } from './domain/transaction.ts';
export type { WireTransaction } from './domain/wire-transaction.ts';
export { type FacilitatorLaw, facilitatorLaws } from './mapping/facilitator-laws.ts';
export { defaultPolicy, type MetadataMeaning, type Policy } from './mapping/policy.ts';
export type { PolicyChoices } from './mapping/policy.ts';
export { refundToTransaction } from './mapping/refund-to-transaction.ts';
export type * from './mapping/sale.ts';
export { type MappedSale, saleToTransaction } from './mapping/sale-to-transaction.ts';
export type * from './mapping/source-connector.ts';
export type * from './mapping/storefront-directory.ts';
export { sqliteStore } from './store/sqlite/sqlite-store.ts';
export {
  type BeforePush,
  type FailureCause,
  historicalSync,
  type PeriodStore,
  type Progress,
  retryRun,
  type Stop,
  type StorefrontPorts,
  type SyncFailure,
  type SyncPorts,
} from './pipeline/index.ts';
export {
  type AdjustmentLine,
  type Decide,
  explain,
  type ExplainedExclusion,
  type ExplainedLine,
  type ExplainedTransaction,
  type Explanation,
  type Failure,
  type Look,
  type PartOfSale,
  type PartsOfSale,
  readReport,
  type Report,
  type Review,
  type ServiceView,
  type Total,
} from './reconcile/index.ts';
export { httpTaxService, type HttpTaxServiceSettings } from './service/http-tax-service.ts';
export type { Authorize, Right, ScreenUser, WebEvent } from './web/index.ts';
export type { LiveEvent, Schedule, SettledRecord, Task, TickResult, LiveProblem } from './live/index.ts';
