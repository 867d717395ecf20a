import { type Run, type RunSummary, zeroCounts } from '../../domain/run.ts';
import { consideredOf } from '../../pipeline/progress.ts';
import type { LiveProgress } from './screen-ports.ts';

/** How far a run has come, as a page shows it. */
export interface LiveView extends LiveProgress {
  /** Whether this process is at work on it. */
  readonly isHere: boolean;
  readonly considered: number;
  readonly attempted: number;
  /** From 0 to 1; null while nobody can say. */
  readonly share: number | null;
  /** Entries a second, as this page saw it; null at its beginning. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
}

/** The part of a run that is read: storefronts one after the other, each by its windows. */
const shareOf = (run: Run, { storefront, windows, phase }: LiveProgress): number | null => {
  if (phase === 'over') return 1;
  const index = storefront === null ? -1 : run.storefronts.indexOf(storefront);
  if (index < 0) return phase === 'reading the service' ? null : 0;
  // Of one storefront that others read, only its end is known.
  if (windows.total === 0 && run.storefronts.length === 1) return null;
  return (index + (windows.total === 0 ? 0 : windows.done / windows.total)) / run.storefronts.length;
};

/** What is known of a run: from this process when it is at work on it, from the sync database otherwise. */
export const liveView = (
  run: Run,
  here: LiveProgress | undefined,
  stored: RunSummary['counts'] | undefined,
  speed: (considered: number, share: number | null) => Pick<LiveView, 'rate' | 'secondsLeft'>,
): LiveView => {
  const counts = here?.counts ?? stored ?? zeroCounts;
  const progress: LiveProgress = here ?? {
    phase: run.status === 'running' ? 'syncing' : 'over',
    storefront: null,
    windows: { done: 0, total: 0 },
    listed: 0,
    counts,
    stops: [],
    status: run.status,
  };
  const considered = consideredOf(counts);
  const share = here === undefined ? null : shareOf(run, here);
  return {
    ...progress,
    isHere: here !== undefined,
    considered,
    attempted: counts.succeeded + counts.alreadyPresent + counts.failed,
    share,
    ...speed(considered, share),
  };
};
