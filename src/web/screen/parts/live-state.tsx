import type { FC } from 'hono/jsx';
import type { LiveView } from '../live-view.ts';
import { count } from '../labels.ts';
import { Figures } from './figures.tsx';

const spanLabel = (seconds: number): string => {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
};

const describeJurisdictions = ({ phase, listed, storefront, windows, isHere }: LiveView): string => {
  if (!isHere) return 'as the sync database has it';
  if (phase === 'reading the service') return `reading what the service holds: ${count(listed)} transactions`;
  if (storefront === null) return 'opening the storefront';
  if (windows.total === 0) return storefront;
  return `${storefront}, part ${Math.min(windows.done + 1, windows.total)} of ${windows.total}`;
};

const describeSpeed = ({ rate, secondsLeft }: LiveView): string =>
  [
    ...(rate === null ? [] : [`${rate.toFixed(rate < 10 ? 1 : 0)} a second`]),
    ...(secondsLeft === null ? [] : [`about ${spanLabel(secondsLeft)} left`]),
  ].join(', ');

/** How far a run has come; the whole of it is sent again with every event. */
export const LiveState: FC<{ readonly live: LiveView }> = ({ live }) => {
  const { counts, considered, attempted, share } = live;
  return (
    <>
      <div class="row spread fixed">
        <span>{describeJurisdictions(live)}</span>
        <span class="soft">{describeSpeed(live)}</span>
      </div>
      {share === null ? (
        <progress aria-label="Progress of the run" />
      ) : (
        <progress aria-label="Progress of the run" max={100} value={Math.round(share * 100)} />
      )}
      <Figures
        figures={[
          { words: 'attempted', value: attempted },
          { words: 'succeeded', value: counts.succeeded },
          { words: 'failed', value: counts.failed, isBad: true },
          { words: 'already present', value: counts.alreadyPresent },
        ]}
      />
      <p class="sum soft">
        {count(considered)} considered = {count(attempted)} attempted + {count(counts.skipped)} skipped +{' '}
        {count(counts.held)} held
      </p>
    </>
  );
};
