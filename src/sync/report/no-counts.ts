import type { Outcome } from '../../core/run.ts';

/** Of a run of which nothing was settled. */
export const noCounts: Readonly<Record<Outcome, number>> = {
  succeeded: 0,
  alreadyPresent: 0,
  failed: 0,
  skipped: 0,
  held: 0,
};
