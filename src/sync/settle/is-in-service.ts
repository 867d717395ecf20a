import type { Outcome } from '../../core/run.ts';

/** Whether the service holds a transaction of that outcome. Pure. */
export const isInService = (outcome: Outcome | undefined): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent';
