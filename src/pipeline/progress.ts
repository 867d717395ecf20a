/** How far a run has come, for the screen, the command line and events, and why a part of it stopped. */
import type { Outcome } from '../domain/run.ts';

/** Why a part of a run ended early. */
export interface Stop {
  /** The storefront, or `service` for the Tax Nexus Service itself. */
  readonly who: string;
  readonly cause: 'credentials' | 'address' | 'no answer' | 'refused';
  /** For the person who must act; no personal data. */
  readonly message: string;
}

/** The progress of a run. Its counts cover the whole run, including what was settled before it was resumed. */
export interface Progress {
  readonly runId: string;
  readonly phase: 'reading the service' | 'syncing' | 'over';
  /** The storefront that is being read; null outside of `syncing`. */
  readonly storefront: string | null;
  /** Windows of that storefront. */
  readonly windows: { readonly done: number; readonly total: number };
  /** Transactions of the service's list that were read so far. */
  readonly listed: number;
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly stops: readonly Stop[];
}

/** Before anything was read. */
export const noProgress = (runId: string, counts: Progress['counts']): Progress => ({
  runId,
  phase: 'reading the service',
  storefront: null,
  windows: { done: 0, total: 0 },
  listed: 0,
  counts,
  stops: [],
});

/**
 * The counts after some lines were settled. A line that this run settled with another outcome before is counted once, with
 * its new outcome.
 */
export const updateCounts = (
  counts: Progress['counts'],
  now: readonly Outcome[],
  before: readonly Outcome[],
): Progress['counts'] => {
  const next: Record<Outcome, number> = { ...counts };
  for (const outcome of now) next[outcome] += 1;
  for (const outcome of before) next[outcome] -= 1;
  return next;
};

/** How many records were considered. */
export const consideredOf = ({ succeeded, alreadyPresent, failed, skipped, held }: Progress['counts']): number =>
  succeeded + alreadyPresent + failed + skipped + held;

/** The remedy when nothing responded. A schedule, which runs again by itself, removes it from the message. */
export const runAgainLater = 'Run again later; nothing was lost.';
