import * as E from 'fp-ts/lib/Either.js';
import { closedWithin } from '../../core/closed-within.ts';
import type { DateRange } from '../../core/date-range.ts';
import type { BookError } from '../../core/record-book.ts';
import type { Form } from './form.ts';
import type { ScreenState } from './screen-ports.ts';
import { monthWords } from './words.ts';

/** What is to be said to a person who would tell into closed months without having confirmed it; undefined when all is well. */
export const askForWord = async (
  { reviews }: Pick<ScreenState, 'reviews'>,
  range: DateRange,
  form: Form,
): Promise<E.Either<BookError, string | undefined>> => {
  const months = await reviews.closedMonths();
  if (E.isLeft(months)) return months;
  const closed = closedWithin(range, months.right);
  return E.right(
    closed.length === 0 || form.one('confirm') === 'closed'
      ? undefined
      : `${closed.map(monthWords).join(', ')}: closed. Confirm that you want to tell into closed months. Nothing was started.`,
  );
};
