/** The parts of the pipeline that the package's `engine` entry point and the app offer to hosts. */

export type { SyncFailure } from './failures.ts';
export { historicalSync } from './historical-sync.ts';
export type { PeriodStore, StorefrontPorts, SyncPorts } from './ports.ts';
export type { Progress } from './progress.ts';
export { retryRun } from './retry-run.ts';
