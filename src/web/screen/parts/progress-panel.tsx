import type { FC } from 'hono/jsx';
import { count, outcomeLabel } from '../labels.ts';
import type { ProgressView } from '../progress-view.ts';
import { Figures } from './badges.tsx';

const durationLabel = (seconds: number): string => {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
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
    ...(secondsLeft === null ? [] : [`about ${durationLabel(secondsLeft)} left`]),
  ].join(', ');

/** The progress of a run. Every event sends it whole. */
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

interface AttemptFiguresProps {
  readonly attempted: number;
  readonly counts: Readonly<Record<'succeeded' | 'failed' | 'alreadyPresent', number>>;
  readonly linkTo?: (outcome: 'succeeded' | 'failed' | 'alreadyPresent') => string;
}

/** The four numbers of a sync: attempted is the sum of the other three. */
export const AttemptFigures: FC<AttemptFiguresProps> = ({ attempted, counts, linkTo }) => (
  <Figures
    figures={[
      { label: 'attempted', value: attempted },
      ...(['succeeded', 'failed', 'alreadyPresent'] as const).map((outcome) => ({
        label: outcomeLabel[outcome],
        value: counts[outcome],
        isBad: outcome === 'failed',
        ...(linkTo !== undefined && { link: linkTo(outcome) }),
      })),
    ]}
  />
);

interface ConsideredSumProps {
  readonly considered: number;
  readonly attempted: number;
  readonly skipped: number;
  readonly held: number;
  /** Of the skipped; default none. */
  readonly planned?: number;
}

export const ConsideredSum: FC<ConsideredSumProps> = ({ considered, attempted, skipped, held, planned = 0 }) => (
  <p class="sum soft">
    {count(considered)} considered = {count(attempted)} attempted + {count(skipped)} skipped + {count(held)} on hold
    {planned === 0 ? '' : `; ${count(planned)} of the skipped would be sent`}
  </p>
);
