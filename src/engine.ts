/** `tax-nexus-sync/engine`: the pipeline, the mapping and the ports, for apps that assemble their sync themselves. */
export type { NotificationKind } from './app/notifications/notification.ts';
export type { Credentials, NotificationOptions } from './app/plugin/tax-nexus-options.ts';
export type { DirectoryEvent, StorefrontRefresh, Storefronts, TaxNexusEventOf } from './app/plugin/tax-nexus.ts';
export type { Inbox, InboxState, ReceivedDelivery } from './domain/inbox.ts';
export type { ClosedPeriod, PeriodChange } from './domain/review-store.ts';
export type {
  FailureReason,
  FinalStatus,
  FindingKind,
  InformationalFinding,
  LineAmounts,
  Outcome,
  ReportLine,
  Run,
  RunKind,
  RunRequest,
  RunStatus,
} from './domain/run.ts';
export type { StoreError, SyncStore } from './domain/sync-store.ts';
export type { PushReply, ServiceFailure, TaxService } from './domain/tax-service.ts';
export type { Transaction, TransactionLine } from './domain/transaction.ts';
export type { LiveEvent, LiveProblem, ScheduledTask, SettledRecord } from './live/index.ts';
export { type FacilitatorLaw, facilitatorLaws } from './mapping/facilitator-laws.ts';
export type { ThresholdSetting } from './mapping/nexus-settings.ts';
export { defaultPolicy, type MetadataMeaning, type Policy } from './mapping/policy.ts';
export { refundToTransaction } from './mapping/refund-to-transaction.ts';
export { type MappedSale, saleToTransaction } from './mapping/sale-to-transaction.ts';
export type { ComparedTransaction, FoundCorrections } from './operations/corrections/find-corrections.ts';
export type { Corrected, CorrectedTransaction } from './operations/corrections/apply-corrections.ts';
export type { CorrectRequest } from './operations/corrections/correct.ts';
export type { CheckedPart } from './operations/check.ts';
export type { DecimalAmounts, LineAdjustment, LinesRequest, Note } from './operations/lines.ts';
export type { RunCounts } from './operations/progress.ts';
export type { ChangedPeriod } from './operations/closed-periods/change-month.ts';
export type { PeriodState } from './operations/closed-periods/list-months.ts';
export type { DecisionNote } from './operations/decision-note.ts';
export type { ResolveRequest } from './operations/resolve.ts';
export type { SignOffRecord } from './operations/runs/signed-off.ts';
export type { ListedRun } from './operations/runs/listed-run.ts';
export type { RunsPage, RunsRequest } from './operations/runs/list-runs.ts';
export type { HistoricalSyncs, RunControls } from './operations/historical-syncs.ts';
export type { AddedStorefront, StorefrontName } from './operations/storefront-name.ts';
export type { ListedAccount } from './operations/accounts/list-accounts.ts';
export type { WebhooksRequest } from './operations/webhooks/subscriptions.ts';
export type { ClosedPeriods, Corrections, TaxNexusOperations, Webhooks } from './operations/table.ts';
export type { OfAccount, OfStorefronts } from './operations/requests.ts';
export type { ReconcileRequest } from './operations/reconcile.ts';
export {
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
export type { StateExposure } from './reconcile/thresholds/exposure.ts';
export type { TiedAmount, TiedCurrency, Unexplained } from './reconcile/tie-out.ts';
export {
  type AdjustmentLine,
  type NeededDecision,
  explain,
  type ExplainedExclusion,
  type ExplainedLine,
  type ExplainedTransaction,
  type Explanation,
  type Failure,
  type ReviewItem,
  type PartOfSale,
  type PartsOfSale,
  readReport,
  type Review,
  type ServiceView,
  type Total,
} from './reconcile/index.ts';
export { httpTaxService, type HttpTaxServiceSettings } from './service/http-tax-service.ts';
export { sqliteStore } from './store/sqlite/sqlite-store.ts';
export type { Right, WebEvent } from './web/index.ts';
