import * as E from 'fp-ts/lib/Either.js';
import { closedWithin } from '../core/closed-within.ts';
import type { Clock, Logger, Random } from '../core/environment.ts';
import type { BookError } from '../core/record-book.ts';
import type { ReviewBook } from '../core/review-book.ts';
import type { RunRequest } from '../core/run.ts';
import { patientlyOn } from '../sync/patience/patiently.ts';

export interface NoteClosedMonthsPorts {
  readonly reviews: Pick<ReviewBook, 'closedMonths'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly clock: Clock;
  readonly random: Random;
}

const heldWords =
  'Sales of them that the service does not hold are held. To send them, agree: --into-closed on the command line, intoClosedPeriods in an app';

const sentWords = 'Sales of them that the service does not hold are sent, and change what was filed';

/**
 * Says that a run comes to closed periods, and what becomes of their sales. A dry run has its report for that, and live work no
 * range.
 */
export const noteClosedMonths =
  ({ reviews, log, clock, random }: NoteClosedMonthsPorts) =>
  async ({
    range,
    dryRun,
    kind,
    intoClosedPeriods,
  }: Omit<RunRequest, 'storefronts'>): Promise<E.Either<BookError, void>> => {
    if (dryRun || kind === 'live') return E.right(undefined);
    const months = await patientlyOn({ clock, random })(reviews.closedMonths)();
    if (E.isLeft(months)) return months;
    const closed = closedWithin(range, months.right);
    if (closed.length > 0)
      log.warn(
        `these days lie in closed periods, whose taxes are filed: ${closed.join(', ')}. ${intoClosedPeriods === true ? sentWords : heldWords}`,
      );
    return E.right(undefined);
  };
