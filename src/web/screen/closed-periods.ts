import * as E from 'fp-ts/lib/Either.js';
import { closedPeriodsWithin } from '../../domain/review-store.ts';
import type { DateRange } from '../../domain/date-range.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { ReportLine } from '../../domain/run.ts';
import type { Form } from './form.ts';
import type { ScreenState } from './screen-ports.ts';
import { monthLabel } from './labels.ts';

/** The closed months, `YYYY-MM`, among the days of a run. */
export const closedMonthsIn = async (
  { reviews }: Pick<ScreenState, 'reviews'>,
  range: DateRange,
): Promise<E.Either<StoreError, readonly string[]>> => {
  const months = await reviews.closedPeriods();
  return E.isLeft(months) ? months : E.right(closedPeriodsWithin(range, months.right));
};

/** The month of a live sale, `YYYY-MM`, if it is closed. */
export const closedMonthOf = async (
  { reviews }: Pick<ScreenState, 'reviews'>,
  { amounts }: Pick<ReportLine, 'amounts'>,
): Promise<E.Either<StoreError, readonly string[]>> => {
  const months = await reviews.closedPeriods();
  if (E.isLeft(months)) return months;
  return E.right(months.right.map(({ month }) => month).filter((month) => month === amounts?.month));
};

/** Whether the person agreed to send into closed periods. */
export const hasAgreed = (form: Form): boolean => form.one('confirm') === 'closed';

/** What a person reads who has not agreed to send into closed months; undefined when all is well. Pure. */
export const missingAgreement = (closed: readonly string[], form: Form): string | undefined =>
  closed.length === 0 || hasAgreed(form)
    ? undefined
    : `${closed.map(monthLabel).join(', ')}: closed. Confirm that you want to send into closed months. Nothing was started.`;
