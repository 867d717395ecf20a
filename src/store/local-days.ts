/** Finds the local calendar day of sales and their adjustments, because reports and day figures count by local day. */
import { dayIn } from '../domain/date-range.ts';
import type { Instant } from '../domain/instant.ts';
import type { ReportLine } from '../domain/run.ts';
import { dayOfSale } from './summary.ts';

/** The day of an instant in the storefront's calendar, or in UTC if its time zone is unknown. */
export const localDayOf = (timeZone: string | undefined, instant: Instant): string =>
  timeZone === undefined ? instant.slice(0, 10) : dayIn(timeZone, instant);

/** The day of a line, always within the month in which it counts; null if no day is known. */
export const localDayOfLine = (
  timeZone: string | undefined,
  { occurredAt, amounts }: Pick<ReportLine, 'occurredAt' | 'amounts'>,
): string | null => {
  const day = occurredAt === undefined ? null : localDayOf(timeZone, occurredAt);
  return amounts === null ? day : dayOfSale(day ?? '', amounts.month);
};
