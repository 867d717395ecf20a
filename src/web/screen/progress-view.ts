import { type Run, type RunSummary, zeroCounts } from '../../domain/run.ts';
import { consideredOf } from '../../pipeline/progress.ts';
import type { LiveProgress } from './screen-ports.ts';

/** The progress of a run for a page. */
export interface ProgressView extends LiveProgress {
  /** Whether this process runs or follows it. */
  readonly isHere: boolean;
  readonly considered: number;
  readonly attempted: number;
  /** From 0 to 1; null while unknown. */
  readonly share: number | null;
  /** Records per second, as this page measured it; null at its beginning. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
}

type MeasureSpeed = (considered: number, share: number | null) => Pick<ProgressView, 'rate' | 'secondsLeft'>;

/** The share of a run that was read: its storefronts one after the other, each by its windows. */
const shareOf = (run: Run, { storefront, windows, phase }: LiveProgress): number | null => {
  if (phase === 'over') return 1;
  const index = storefront === null ? -1 : run.storefronts.indexOf(storefront);
  if (index < 0) return phase === 'reading the service' ? null : 0;
  // When another process reads the only storefront, only its end is known.
  if (windows.total === 0 && run.storefronts.length === 1) return null;
  return (index + (windows.total === 0 ? 0 : windows.done / windows.total)) / run.storefronts.length;
};

/** The progress of a run: from this process if it runs here, otherwise from the counts in the sync database. */
export const progressView = (
  run: Run,
  here: LiveProgress | undefined,
  stored: RunSummary['counts'] | undefined,
  speed: MeasureSpeed,
): ProgressView => {
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

interface Mark {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly considered: number;
  readonly share: number | null;
}

/** Milliseconds over which the speed is measured. */
const span = 15_000;
/** Milliseconds before the first measurement. */
const minElapsed = 1_500;

/**
 * Measures the speed of a run while a page follows it.
 *
 * @param now milliseconds since 1970
 */
export const speedometer = (now: () => number): MeasureSpeed => {
  let marks: readonly Mark[] = [];
  return (considered, share) => {
    const mark: Mark = { at: now(), considered, share };
    marks = [...marks.filter(({ at }) => mark.at - at <= span), mark];
    const [first = mark] = marks;
    const elapsed = mark.at - first.at;
    if (elapsed < minElapsed) return { rate: null, secondsLeft: null };
    const gained = share === null || first.share === null ? 0 : share - first.share;
    return {
      rate: Math.max(0, ((considered - first.considered) * 1000) / elapsed),
      secondsLeft: gained > 0.01 && share !== null ? ((1 - share) / gained) * (elapsed / 1000) : null,
    };
  };
};

/** For a page that is rendered once. */
export const noSpeed: MeasureSpeed = () => ({ rate: null, secondsLeft: null });
