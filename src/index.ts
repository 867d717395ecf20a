/** The public face of the package: `createTaxNexus`, and the types of all that it takes and gives. */
export { defineConfig, type TaxNexusConfig } from './app/configuration/config-file.ts';
export { createTaxNexus } from './app/create-tax-nexus.ts';
export type { Notification, NotificationKind } from './app/notifications/notification.ts';
export type { StorefrontEvent } from './app/outages.ts';
export { ConfigurationError, TaxNexusError } from './app/plugin/tax-nexus-error.ts';
export type {
  AccountSettings,
  AccountsOption,
  Credentials,
  NotificationOptions,
  TaxNexusOptions,
} from './app/plugin/tax-nexus-options.ts';
export type {
  DirectoryEvent,
  RunEvent,
  StorefrontRefresh,
  Storefronts,
  TaxNexus,
  TaxNexusEvent,
  TaxNexusEventOf,
} from './app/plugin/tax-nexus.ts';
export type { AuditAmounts, AuditAnswer } from './domain/audit.ts';
export type { DateRange } from './domain/date-range.ts';
export type { Decision, DecisionAction, ListedMatter } from './domain/decision.ts';
export type { Logger } from './domain/environment.ts';
export type { HostPool } from './domain/host-pool.ts';
export type { InboxState, Resolution } from './domain/inbox.ts';
export type { OpeningBalanceFilter } from './domain/opening-balance.ts';
export type { Registration } from './domain/registration.ts';
export type { ClosedPeriod, PeriodChange } from './domain/review-store.ts';
export type { AdjustmentKind, Finding, Outcome, RunKind, RunStatus } from './domain/run.ts';
export type { ConfigurationProblem } from './domain/setting.ts';
export type { WireTransaction } from './domain/wire-transaction.ts';
export type { HistoricalProgress, LiveEvent, LiveProblem, SettledRecord, TickResult } from './live/live-ports.ts';
export type { Schedule, ScheduledTask } from './live/schedule.ts';
export type { FieldDifference } from './mapping/comparison.ts';
export type { Disagreement, ThresholdAmounts, ThresholdSource } from './mapping/nexus-rule.ts';
export type { OwnStorefront } from './mapping/own-storefront.ts';
export type { PolicyChoices } from './mapping/policy.ts';
export type { ValueReason } from './mapping/sale.ts';
export type { Account, ReadinessFinding, SubscriptionFinding } from './mapping/source-connector.ts';
export type { ListedAccount } from './operations/accounts/list-accounts.ts';
export type { ShownRequest } from './operations/audit.ts';
export type { Check, CheckRequest, CheckedPart } from './operations/check.ts';
export type { ChangedPeriod } from './operations/closed-periods/change-month.ts';
export type { PeriodState } from './operations/closed-periods/list-months.ts';
export type { Corrected, CorrectedTransaction } from './operations/corrections/apply-corrections.ts';
export type { CorrectRequest } from './operations/corrections/correct.ts';
export type { ComparedTransaction, FoundCorrections } from './operations/corrections/find-corrections.ts';
export type { GoneSales } from './operations/corrections/find-gone.ts';
export type { GoneSelection } from './operations/corrections/gone-matters.ts';
export type { SendAgainRequest } from './operations/corrections/send-again.ts';
export type { SentAgain } from './operations/corrections/send-each.ts';
export type { DecisionNote } from './operations/decision-note.ts';
export type { DecisionProgress } from './operations/decisions/batch-progress.ts';
export type { DecideRequest, DecidedBatch } from './operations/decisions/decide.ts';
export type { MattersPage, OpenMatter } from './operations/decisions/list-matters.ts';
export type { MattersRequest, OpenTotal } from './operations/decisions/matters.ts';
export type { MattersTotal, OpenGroup } from './operations/decisions/open-groups.ts';
export type { RequestedRecords } from './operations/decisions/resync-matters.ts';
export type { UndoRequest, UndoneBatch } from './operations/decisions/undo-decisions.ts';
export type { ExplainedSale } from './operations/explain.ts';
export type { ExportRequest, ExportedFile } from './operations/export/export.ts';
export type { ExposureQuestion } from './operations/exposure.ts';
export type { TaxNexusErrorCode } from './operations/failure.ts';
export type { HistoricalSyncs, RunControls } from './operations/historical-syncs.ts';
export type {
  DecimalAmounts,
  DecimalStated,
  Line,
  LineAdjustment,
  LinesPage,
  LinesRequest,
  Note,
} from './operations/lines.ts';
export type { OpenConfirmed } from './operations/open-matters.ts';
export type { ListedOpeningBalance, OpeningBalanceEntry } from './operations/opening-balances/opening-balance.ts';
export type { RemovedOpeningBalances } from './operations/opening-balances/remove-opening-balances.ts';
export type { OpeningBalancesRequest } from './operations/opening-balances/save-opening-balances.ts';
export type { AccountOverview, AccountTrouble } from './operations/overview.ts';
export type {
  PeriodStatement,
  StatementChange,
  StatementFigures,
  StatementHold,
  StatementLeftOut,
  StatementLine,
  StatementSignOff,
} from './operations/period-statement.ts';
export type { Presence, ShownLocation, StatePresence } from './operations/presence.ts';
export type { RunCounts, RunProgress } from './operations/progress.ts';
export type { ReconcileRequest } from './operations/reconcile.ts';
export type { ListedRegistration } from './operations/registrations/known-registrations.ts';
export type { RemovedRegistration } from './operations/registrations/remove-registration.ts';
export type { RegistrationRequest } from './operations/registrations/save-registration.ts';
export type { OfAccount, OfStorefronts } from './operations/requests.ts';
export type { ResolveRequest } from './operations/resolve.ts';
export type { RunsPage, RunsRequest } from './operations/runs/list-runs.ts';
export type { ListedRun } from './operations/runs/listed-run.ts';
export type { SignOffRecord } from './operations/runs/signed-off.ts';
export type { HistoricalSyncRequest } from './operations/runs/start-run.ts';
export type { Statement } from './operations/statement.ts';
export type { LastRun, Status, StorefrontStatus } from './operations/status.ts';
export type { AddedStorefront, RunHandle, StorefrontName } from './operations/storefront-name.ts';
export type {
  AccountOperations,
  ClosedPeriods,
  Corrections,
  Decisions,
  NotedRegistrations,
  OpeningBalances,
  TaxNexusOperations,
  Webhooks,
} from './operations/table.ts';
export type { WebhooksRequest } from './operations/webhooks/subscriptions.ts';
export type { FailureCause } from './pipeline/failures.ts';
export type { BeforePush } from './pipeline/ports.ts';
export type { Stop } from './pipeline/progress.ts';
export type { CorrectionWay } from './reconcile/correct.ts';
export type { ExplainedExclusion, ExplainedLine, ExplainedTransaction, ServiceView } from './reconcile/explanation.ts';
export type { PartOfSale, PartsOfSale } from './reconcile/parts-of-sale.ts';
export type {
  Compared,
  DayLine,
  Difference,
  DifferenceKind,
  ReconciledChange,
  ReconciledTotals,
  Reconciliation,
  Resolved,
  TotalsLine,
} from './reconcile/reconciliation.ts';
export type { AdjustmentLine, Failure, OpenChannelLine, Report, ReportedTaxTotal, Total } from './reconcile/report.ts';
export type { NeededDecision, Review, ReviewItem } from './reconcile/review.ts';
export type { SentOfRecord } from './reconcile/sent-of-record.ts';
export type { CollectionDuty } from './reconcile/thresholds/duties.ts';
export type {
  Exposure,
  OpeningBalancesOfState,
  OtherCurrency,
  StateExposure,
  StateRegistration,
} from './reconcile/thresholds/exposure.ts';
export type { NotCollected } from './reconcile/thresholds/not-collected.ts';
export type { NotSentOfState } from './reconcile/thresholds/not-sent.ts';
export type { TieOut, TiedAmount, TiedCurrency, Unexplained } from './reconcile/tie-out.ts';
export type { Authorize, Right, ScreenUser, WebEvent } from './web/index.ts';
