import type { Outcome } from './run.ts';

/** The counts of a run of which nothing is settled yet. */
export const noCounts: Readonly<Record<Outcome, number>> = {
  succeeded: 0,
  alreadyPresent: 0,
  failed: 0,
  skipped: 0,
  held: 0,
};
