/** The parts of the pipeline that the package's `engine` entry point and the app offer to hosts. */

export type { FailureCause, SyncFailure } from './failures.ts';
export { historicalSync } from './historical-sync.ts';
export type { BeforePush, PeriodStore, StorefrontPorts, SyncPorts } from './ports.ts';
export type { Progress, Stop } from './progress.ts';
export { retryRun } from './retry-run.ts';
