export { explain } from './explain/explain.ts';
export type {
  ExplainedLine,
  ExplainedSetAside,
  ExplainedTransaction,
  Explanation,
  ServiceView,
} from './explain/explanation.ts';
export { historicalSync } from './run/historical-sync.ts';
export type { CrashPoint, StorefrontPorts, SyncPorts } from './ports.ts';
export type { PartOfSale, PartsOfSale } from './explain/parts-of-sale.ts';
export { consideredOf, type Progress, type Stop } from './progress.ts';
export { readReport } from './report/read-report.ts';
export { type Failure, type MovementLine, type Report, toReport, type Total } from './report/report.ts';
export { retryRun } from './run/retry-run.ts';
export type { Decide, Look, Review } from './report/review.ts';
export type { FailureCause, SyncFailure } from './sync-failure.ts';
