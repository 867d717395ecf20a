import { type DateRange, parseDateRange } from '../../src/domain/date-range.ts';
import { right } from '../right.ts';

/**
 * A storefront for each part of the measured history: all are the same shop, and no order is in two of them, so that
 * as many workers as there are parts have something to do.
 */
export const quarters: Readonly<Record<string, DateRange>> = {
  first: right(parseDateRange('2025-02-01', '2025-05-17')),
  second: right(parseDateRange('2025-05-18', '2025-08-31')),
  third: right(parseDateRange('2025-09-01', '2025-12-15')),
  fourth: right(parseDateRange('2025-12-16', '2026-03-31')),
};
