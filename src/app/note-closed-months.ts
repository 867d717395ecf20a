import * as E from 'fp-ts/lib/Either.js';
import { closedWithin } from '../core/closed-within.ts';
import type { Clock, Logger, Random } from '../core/environment.ts';
import type { BookError } from '../core/record-book.ts';
import type { ReviewBook } from '../core/review-book.ts';
import type { Run } from '../core/run.ts';
import { patientlyOn } from '../sync/patience/patiently.ts';

export interface NoteClosedMonthsPorts {
  readonly reviews: Pick<ReviewBook, 'closedMonths'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Says that a run is about to tell into closed months, where nobody is there to be asked as on the screen. What tells nothing
 * and what is live is told to nobody, as there.
 */
export const noteClosedMonths =
  ({ reviews, log, clock, random }: NoteClosedMonthsPorts) =>
  async ({ range, dryRun, kind }: Pick<Run, 'range' | 'dryRun' | 'kind'>): Promise<E.Either<BookError, void>> => {
    if (dryRun || kind === 'live') return E.right(undefined);
    const months = await patientlyOn({ clock, random })(reviews.closedMonths)();
    if (E.isLeft(months)) return months;
    const closed = closedWithin(range, months.right);
    if (closed.length > 0)
      log.warn(
        `these days lie in closed months, whose taxes are filed: ${closed.join(', ')}. What the service does not hold of them yet is told all the same; if that is not meant, end the run, and look at a dry run first. What was told into them changes what was filed`,
      );
    return E.right(undefined);
  };
