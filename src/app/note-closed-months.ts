/** Warns in the log when a run covers months whose taxes are filed, and says what happens to their sales. */
import * as E from 'fp-ts/lib/Either.js';
import { closedPeriodsWithin } from '../domain/review-store.ts';
import type { Logger } from '../domain/environment.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { RunRequest } from '../domain/run.ts';
import type { PeriodStore, SyncPorts } from '../pipeline/ports.ts';
import { withRetryOn } from '../pipeline/store-with-retry.ts';

interface NoteClosedMonthsPorts extends Pick<SyncPorts, 'clock' | 'random'> {
  readonly reviews: Pick<PeriodStore, 'closedPeriods'>;
  readonly log: Pick<Logger, 'warn'>;
}

const heldLabel =
  'Their sales that the service does not hold are held. To send them, agree: --into-closed on the command line, intoClosedPeriods in an app';

const sentLabel = 'Their sales that the service does not hold are sent, and change what was filed';

/** A dry run has its report for that, and live work has no range. */
export const noteClosedMonths =
  ({ reviews, log, clock, random }: NoteClosedMonthsPorts) =>
  async (request: Omit<RunRequest, 'storefronts'>): Promise<E.Either<StoreError, void>> => {
    const { range, dryRun, kind, intoClosedPeriods } = request;
    if (dryRun || kind === 'live') return E.right(undefined);
    const months = await withRetryOn({ clock, random })(reviews.closedPeriods)();
    if (E.isLeft(months)) return months;
    const closed = closedPeriodsWithin(range, months.right);
    if (closed.length > 0)
      log.warn(
        `these days lie in closed periods, whose taxes are filed: ${closed.join(', ')}. ${intoClosedPeriods === true ? sentLabel : heldLabel}`,
      );
    return E.right(undefined);
  };
