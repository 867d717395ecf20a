import { type DateRange, intervalOf } from '../../../src/domain/date-range.ts';
import { millisecondsOf } from '../../../src/domain/instant.ts';
import type { Span } from './history.ts';

/** Where the storefronts of histories keep their days. */
export const timeZone = 'America/New_York';

export const monthOf = (month: string): DateRange => {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
};

export const spanOf = (range: DateRange): Span => {
  const { start, end } = intervalOf(range, timeZone);
  return { start: millisecondsOf(start), end: millisecondsOf(end) };
};
