import type { Outcome, Run, RunStatus, RunSummary } from '../../domain/run.ts';
import { consideredOf, type Progress, type Stop } from '../../pipeline/progress.ts';

/** How far a historical sync has come, in the words of its report. */
export interface RunProgress {
  readonly runId: string;
  readonly phase: Progress['phase'];
  /** `running` until the end is known. */
  readonly status: RunStatus;
  /** The storefront that is being read; null outside of `syncing`. */
  readonly storefront: string | null;
  readonly windows: { readonly done: number; readonly total: number };
  /** Transactions of the service's list that were read so far. */
  readonly listed: number;
  /** attempted + skipped + held, always. */
  readonly considered: number;
  /** succeeded + alreadyPresent + failed, always. */
  readonly attempted: number;
  readonly succeeded: number;
  readonly alreadyPresent: number;
  readonly failed: number;
  readonly skipped: number;
  readonly held: number;
  /** Why parts of it came to an end before their time. */
  readonly stops: readonly Stop[];
}

/** The numbers of a run as they are shown. */
export const toRunProgress = (
  { runId, phase, storefront, windows, listed, counts, stops }: Progress,
  status: RunStatus,
): RunProgress => ({
  runId,
  phase,
  status,
  storefront,
  windows,
  listed,
  considered: consideredOf(counts),
  attempted: counts.succeeded + counts.alreadyPresent + counts.failed,
  ...counts,
  stops,
});

/** The progress of a run of another process, from the sync database. */
export const storedProgress = (
  { id, status }: Run,
  { counts }: Pick<RunSummary, 'counts'>,
  stops: readonly Stop[],
): RunProgress =>
  toRunProgress(
    {
      runId: id,
      phase: status === 'running' ? 'syncing' : 'over',
      storefront: null,
      windows: { done: 0, total: 0 },
      listed: 0,
      counts,
      stops,
    },
    status,
  );

/** The outcomes of a run, without their sums. */
export const outcomesOf = ({
  succeeded,
  alreadyPresent,
  failed,
  skipped,
  held,
}: RunProgress): Readonly<Record<Outcome, number>> => ({ succeeded, alreadyPresent, failed, skipped, held });
