import type { OutcomeTotal } from '../../domain/review-store.ts';

/** Is in the service, or would be after the run that a dry run looked ahead to. */
export const isTold = ({ outcome, reason }: Pick<OutcomeTotal, 'outcome' | 'reason'>): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent' || reason === 'dry run';
