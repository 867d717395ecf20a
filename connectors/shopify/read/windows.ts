import { type DateRange, intervalOf, monthsOf } from '../../../src/domain/date-range.ts';
import type { Window } from '../../../src/mapping/source-connector.ts';

/** The months of a range, in the shop's own time zone. */
export const windowsOf = (range: DateRange, timeZone: string): readonly Window[] =>
  monthsOf(range).map((month) => ({ key: `${month.from}..${month.to}`, kind: 'sold', ...intervalOf(month, timeZone) }));
