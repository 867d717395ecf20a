/** `tax-nexus-sync/engine`: the pipeline, the mapping and the ports, for apps that assemble their sync themselves. */
export type { Inbox, ReceivedDelivery, SyncDatabase } from './domain/inbox.ts';
export type {
  FailureReason,
  FinalStatus,
  FindingKind,
  InformationalFinding,
  LineAmounts,
  ReportLine,
  Run,
  RunRequest,
} from './domain/run.ts';
export type { LineFilter, StoreError, SyncStore } from './domain/sync-store.ts';
export type { PushReply, ServiceFailure, TaxService } from './domain/tax-service.ts';
export type { Transaction, TransactionLine } from './domain/transaction.ts';
export { type FacilitatorLaw, facilitatorLaws } from './mapping/facilitator-laws.ts';
export type { ThresholdSetting } from './mapping/nexus-settings.ts';
export {
  type AdjustmentPolicy,
  type AmountKey,
  defaultPolicy,
  type ExchangeRateRequest,
  type MetadataMeaning,
  type MetadataPolicy,
  type Policy,
} from './mapping/policy.ts';
export { refundToTransaction } from './mapping/refund-to-transaction.ts';
export { type MappedSale, saleToTransaction } from './mapping/sale-to-transaction.ts';
export {
  historicalSync,
  type PeriodStore,
  type Progress,
  retryRun,
  type StorefrontPorts,
  type SyncFailure,
  type SyncPorts,
} from './pipeline/index.ts';
export { explain, type Explanation, readReport } from './reconcile/index.ts';
export { httpTaxService, type HttpTaxServiceSettings } from './service/http-tax-service.ts';
export { sqliteStore } from './store/sqlite/sqlite-store.ts';
