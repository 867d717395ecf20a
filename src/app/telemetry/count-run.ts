import { errorName } from '../../domain/errors.ts';
import type { Logger } from '../../domain/environment.ts';
import type { Outcome } from '../../domain/run.ts';
import type { Meters } from './meters.ts';

type Counts = Readonly<Record<Outcome, number>>;

/**
 * Counts what a run settled in this process. A run that is resumed or retried begins with all that it ever came to, so `before`
 * is taken off. What a host's SDK throws changes nothing about the run.
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
      log.error('a meter threw; the work goes on', { defect: errorName(error) });
    }
  };
