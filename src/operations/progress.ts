/**
 * The progress of a run for hosts, the API and the screen, from this process or from the sync database, in the report's terms.
 */
import type { Outcome, Run, RunStatus, RunSummary } from '../domain/run.ts';
import { consideredOf, noProgress, type Progress, type Stop } from '../pipeline/progress.ts';
import { count, eachOf, whole } from './shapes.ts';

/** The records of a run, by outcome. */
export interface RunCounts {
  /** attempted + skipped + held, always. */
  readonly considered: number;
  /** succeeded + alreadyPresent + failed, always. */
  readonly attempted: number;
  readonly succeeded: number;
  readonly alreadyPresent: number;
  readonly failed: number;
  readonly skipped: number;
  readonly held: number;
}

/** The position and the counts of a historical sync. */
export interface RunProgress extends RunCounts {
  readonly runId: string;
  readonly phase: Progress['phase'];
  /** `running` until the end is known. */
  readonly status: RunStatus;
  /** The storefront that is being read; null outside of `syncing`. */
  readonly storefront: string | null;
  readonly windows: { readonly done: number; readonly total: number };
  /** Transactions of the service's list that were read so far. */
  readonly listed: number;
  /** Why parts of it ended early. */
  readonly stops: readonly Stop[];
}

/** Counts with the sums that a report shows. */
export const sumsOf = (counts: Readonly<Record<Outcome, number>>): RunCounts => ({
  considered: consideredOf(counts),
  attempted: counts.succeeded + counts.alreadyPresent + counts.failed,
  ...counts,
});

export const toRunProgress = (
  { runId, phase, storefront, windows, listed, counts, stops }: Progress,
  status: RunStatus,
): RunProgress => ({ runId, phase, status, storefront, windows, listed, ...sumsOf(counts), stops });

/** The progress of a run of another process, from the sync database. */
export const storedProgress = (
  { id, status }: Pick<Run, 'id' | 'status'>,
  counts: RunSummary['counts'],
  stops: readonly Stop[],
): RunProgress => {
  const phase = status === 'running' ? 'syncing' : 'over';
  return toRunProgress({ ...noProgress(id, counts), phase, stops }, status);
};

export const runCounts = {
  considered: whole('attempted + skipped + held', { minimum: 0 }),
  attempted: whole('succeeded + alreadyPresent + failed', { minimum: 0 }),
  succeeded: count,
  alreadyPresent: count,
  failed: count,
  skipped: count,
  held: count,
};

export const runStatus = eachOf<RunStatus>({
  ...{ running: true, paused: true, stopped: true, finished: true, canceled: true },
});
