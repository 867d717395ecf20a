export type { FailureCause, SyncFailure } from './failures.ts';
export { historicalSync } from './historical-sync.ts';
export type { BeforePush, PeriodStore, StorefrontPorts, SyncPorts } from './ports.ts';
export type { Progress, Stop } from './progress.ts';
export { retryRun } from './retry-run.ts';
