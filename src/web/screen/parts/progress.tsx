/** How far a run is and how fast it goes, for the page that follows it. */
import { type Run, type RunSummary, zeroCounts } from '../../../domain/run.ts';
import { consideredOf } from '../../../pipeline/progress.ts';
import type { LiveProgress } from '../../../operations/ports.ts';
import type { FC } from 'hono/jsx';
import { formatDuration } from '../../../domain/format-duration.ts';
import { count, outcomeLabel } from '../labels.ts';
import { Figures } from './notices.tsx';

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

/** From this process if the run works here, otherwise from the counts in the sync database. */
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

/** Every event sends the whole panel. */
export const ProgressPanel: FC<{ readonly progress: ProgressView }> = ({ progress }) => {
  const { counts, considered, attempted, share } = progress;
  return (
    <>
      <div class="row spread fixed">
        <span>{describePosition(progress)}</span>
        <span class="soft">{describeSpeed(progress)}</span>
      </div>
      <progress
        aria-label="Progress of the run"
        {...(share !== null && { max: 100, value: Math.round(share * 100) })}
      />
      <AttemptFigures attempted={attempted} counts={counts} />
      <ConsideredSum considered={considered} attempted={attempted} skipped={counts.skipped} held={counts.held} />
    </>
  );
};

interface ConsideredSumProps {
  readonly considered: number;
  readonly attempted: number;
  readonly skipped: number;
  readonly held: number;
  /** How many of the skipped would be sent; default 0. */
  readonly planned?: number;
  /** How many of the considered sales are from days outside of the range. */
  readonly older?: number;
}

export const ConsideredSum: FC<ConsideredSumProps> = ({
  considered,
  attempted,
  skipped,
  held,
  planned = 0,
  older = 0,
}) => (
  <p class="sum soft">
    {count(considered)} considered = {count(attempted)} attempted + {count(skipped)} skipped + {count(held)} on hold
    {planned === 0 ? '' : `; ${count(planned)} of the skipped would be sent`}
    {older === 0 ? '' : `; ${count(older)} of the considered are older sales that changed`}
  </p>
);

/** The storefronts of a run are read one after the other, each by its windows. */
const shareOf = (run: Run, { storefront, windows, phase }: LiveProgress): number | null => {
  if (phase === 'over') return 1;
  const index = storefront === null ? -1 : run.storefronts.indexOf(storefront);
  if (index < 0) return phase === 'reading the service' ? null : 0;
  // When another process reads the only storefront, its windows are unknown here.
  if (windows.total === 0 && run.storefronts.length === 1) return null;
  return (index + (windows.total === 0 ? 0 : windows.done / windows.total)) / run.storefronts.length;
};

const describePosition = ({ phase, listed, storefront, windows, isHere }: ProgressView): string => {
  if (!isHere) return 'progress stored in the sync database';
  if (phase === 'reading the service') return `reading the service’s list: ${count(listed)} transactions`;
  if (storefront === null) return 'opening the storefront';
  if (windows.total === 0) return storefront;
  return `${storefront}, part ${Math.min(windows.done + 1, windows.total)} of ${windows.total}`;
};

const describeSpeed = ({ rate, secondsLeft }: ProgressView): string =>
  [
    ...(rate === null ? [] : [`${rate.toFixed(rate < 10 ? 1 : 0)} per second`]),
    ...(secondsLeft === null ? [] : [`about ${formatDuration(secondsLeft * 1_000)} left`]),
  ].join(', ');

interface AttemptFiguresProps {
  readonly attempted: number;
  readonly counts: Readonly<Record<'succeeded' | 'failed' | 'alreadyPresent', number>>;
}

/** Attempted is the sum of the other three. */
const AttemptFigures: FC<AttemptFiguresProps> = ({ attempted, counts }) => (
  <Figures
    figures={[
      { label: 'attempted', value: attempted },
      ...(['succeeded', 'failed', 'alreadyPresent'] as const).map((outcome) => ({
        label: outcomeLabel[outcome],
        value: counts[outcome],
        isBad: outcome === 'failed',
      })),
    ]}
  />
);
