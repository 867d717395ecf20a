export { explain } from './explain/explain.ts';
export type {
  ExplainedLine,
  ExplainedSetAside,
  ExplainedTransaction,
  Explanation,
  ServiceView,
} from './explain/explanation.ts';
export { historicalSync } from './run/historical-sync.ts';
export type { BeforePush, PeriodStore, StorefrontPorts, SyncPorts } from './ports.ts';
export type { PartOfSale, PartsOfSale } from './explain/parts-of-sale.ts';
export type { Progress, Stop } from './progress.ts';
export { readReport } from './report/read-report.ts';
export type { Failure, MovementLine, Report, Total } from './report/report.ts';
export { retryRun } from './run/retry-run.ts';
export type { Decide, Look, Review } from './report/review.ts';
export type { FailureCause, SyncFailure } from './sync-failure.ts';
