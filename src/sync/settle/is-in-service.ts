import type { Outcome } from '../../domain/run.ts';

/** Whether the service holds a transaction of that outcome. Pure. */
export const isInService = (outcome: Outcome | undefined): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent';
