/** Historical syncs, as a host starts and follows them. */
import type { RunProgress } from './progress.ts';
import type { CsvPromise } from './promises.ts';
import type { CancelRunPromise } from './runs/cancel-run.ts';
import type { PauseRunPromise } from './runs/pause-run.ts';
import type { RetryRunPromise } from './runs/retry-run.ts';
import type { StartRunPromise } from './runs/start-run.ts';
import type { ReviewPromises } from './table.ts';

/** Starting, following and ending runs. */
export interface RunControls<Name extends string>
  extends StartRunPromise<Name>, RetryRunPromise, PauseRunPromise, CancelRunPromise {
  /**
   * How far a run has come: the state at once, then every later one until the run is over. Any number may watch, also a run
   * that is over. A run that this process neither works on nor follows gives its state once. Rejects with `UNKNOWN_RUN`.
   */
  readonly watch: (runId: string) => AsyncIterable<RunProgress>;
}

/**
 * Historical syncs, as a host starts and follows them. Each method rejects with `CONFIGURATION`, `STATE` or `STOPPED` when the
 * sync database cannot be used, and with `ACCOUNT` when an account gives no key.
 *
 * @example
 * const { id } = await taxNexus.historicalSync.start({ from: '2026-01-01', to: '2026-03-31' });
 * for await (const { considered, failed } of taxNexus.historicalSync.watch(id)) console.log(considered, failed);
 * const { review } = await taxNexus.historicalSync.report(id);
 */
export interface HistoricalSyncs<Name extends string> extends RunControls<Name>, ReviewPromises, CsvPromise {}
