export { explain } from './explain.ts';
export type {
  ExplainedLine,
  ExplainedSetAside,
  ExplainedTransaction,
  Explanation,
  ServiceView,
} from './explanation.ts';
export { historicalSync } from './historical-sync.ts';
export type { CrashPoint, StorefrontPorts, SyncPorts } from './ports.ts';
export type { PartOfSale, PartsOfSale } from './parts-of-sale.ts';
export { consideredOf, type Progress, type Stop } from './progress.ts';
export { readReport } from './read-report.ts';
export { type Failure, type MovementLine, type Report, toReport, type Total } from './report.ts';
export { retryRun } from './retry.ts';
export type { Decide, Look, Review } from './review.ts';
export type { SyncFailure } from './sync-failure.ts';
