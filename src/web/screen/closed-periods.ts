import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange } from '../../domain/date-range.ts';
import { closedPeriodsWithin } from '../../domain/review-store.ts';
import type { ReportLine } from '../../domain/run.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { Form } from './page.tsx';
import { monthLabel } from './labels.ts';
import type { ScreenState } from './screen-ports.ts';

type ClosedMonths = TE.TaskEither<StoreError, readonly string[]>;

/** The closed months, `YYYY-MM`, among the days of a run. */
export const closedMonthsIn = ({ reviews }: Pick<ScreenState, 'reviews'>, range: DateRange): ClosedMonths =>
  pipe(
    reviews.closedPeriods,
    TE.map((closed) => closedPeriodsWithin(range, closed)),
  );

/** The month of a live sale, `YYYY-MM`, if it is closed. */
export const closedMonthOf = (
  { reviews }: Pick<ScreenState, 'reviews'>,
  { amounts }: Pick<ReportLine, 'amounts'>,
): ClosedMonths =>
  pipe(
    reviews.closedPeriods,
    TE.map((closed) => closed.flatMap(({ month }) => (month === amounts?.month ? month : []))),
  );

/** Whether the person agreed to send into closed periods. */
export const hasAgreed = (form: Form): boolean => form.one('confirm') === 'closed';

/** The message for a person who has not agreed to send into closed months; undefined if no agreement is missing. */
export const missingAgreement = (closed: readonly string[], form: Form): string | undefined =>
  closed.length === 0 || hasAgreed(form)
    ? undefined
    : `${closed.map(monthLabel).join(', ')}: closed. Nothing was started. Confirm that you want to send into closed months.`;
