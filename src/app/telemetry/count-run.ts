import type { Logger } from '../../core/environment.ts';
import type { Outcome } from '../../core/run.ts';
import type { Meters } from './meters.ts';

type Counts = Readonly<Record<Outcome, number>>;

/**
 * Counts what a run settled from its begin in this process on: one that is gone on with, or retried, begins with all that it
 * ever came to. What a host's SDK throws changes nothing of the run.
 */
export const countRun =
  (meters: () => Meters, log: Logger) =>
  (before: Counts, after: Counts): void => {
    try {
      for (const outcome of ['succeeded', 'alreadyPresent', 'failed', 'skipped', 'held'] as const) {
        const settled = after[outcome] - before[outcome];
        if (settled > 0) meters().records.add(settled, { storefront: 'historical sync', outcome });
      }
    } catch (error) {
      log.error('a meter threw; the work goes on', { defect: error instanceof Error ? error.name : 'a thrown value' });
    }
  };
