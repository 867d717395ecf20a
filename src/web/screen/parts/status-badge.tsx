import type { FC } from 'hono/jsx';
import type { Outcome, RunStatus } from '../../../domain/run.ts';
import { outcomeLabel, statusLabel } from '../labels.ts';

const ofStatus: Readonly<Record<RunStatus, string>> = {
  running: 'live',
  interrupted: 'warn',
  stopped: 'bad',
  finished: 'good',
  cancelled: '',
};

export const StatusBadge: FC<{ readonly status: RunStatus }> = ({ status }) => (
  <span class={`badge ${ofStatus[status]}`}>{statusLabel[status]}</span>
);

const ofOutcome: Readonly<Record<Outcome, string>> = {
  succeeded: 'good',
  alreadyPresent: 'good',
  failed: 'bad',
  held: 'warn',
  skipped: '',
};

export const OutcomeBadge: FC<{ readonly outcome: Outcome; readonly reason: string | null }> = ({
  outcome,
  reason,
}) => {
  const isPlanned = reason === 'dry run';
  return (
    <span class={`badge ${isPlanned ? 'live' : ofOutcome[outcome]}`}>
      {isPlanned ? 'would be pushed' : outcomeLabel[outcome]}
    </span>
  );
};
