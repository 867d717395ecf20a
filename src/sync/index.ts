export { explain } from './explain.ts';
export {
  type ExplainedLine,
  type ExplainedSetAside,
  type ExplainedTransaction,
  type Explanation,
  type ServiceView,
} from './explanation.ts';
export { historicalSync } from './historical-sync.ts';
export { type CrashPoint, type StorefrontPorts, type SyncPorts } from './ports.ts';
export { consideredOf, type Progress, type Stop } from './progress.ts';
export { readReport } from './read-report.ts';
export { type Failure, type MovementLine, type Report, toReport, type Total } from './report.ts';
export { retryRun } from './retry.ts';
export { type Decide, type Look, type Review } from './review.ts';
export { type SyncFailure } from './sync-failure.ts';
