import { dayIn } from '../../domain/date-range.ts';
import type { Instant } from '../../domain/instant.ts';
import type { SentLine } from '../../domain/review-store.ts';
import type { AdjustmentRow } from './adjustments.ts';
import { soldOf } from './sold.ts';
import type { TransactionRow } from './transactions.ts';

/** Hours that are remembered: calendar arithmetic costs more than the rest of a row. */
const maxHours = 50_000;

/** The local day of an instant. No offset of a zone changes within a quarter of an hour. */
const dayReader = (): ((timeZone: string, instant: Instant) => string) => {
  const known = new Map<string, string>();
  return (timeZone, instant) => {
    const quarter = Math.floor(Number(instant.slice(14, 16)) / 15);
    const key = `${timeZone} ${instant.slice(0, 13)} ${quarter}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const day = dayIn(timeZone, instant);
    if (known.size >= maxHours) known.clear();
    known.set(key, day);
    return day;
  };
};

/** What a line comes to, on the days of its storefront's calendar. */
interface DatedRows {
  /** At most one. */
  readonly transactions: (line: SentLine) => readonly TransactionRow[];
  readonly adjustments: (line: SentLine) => readonly AdjustmentRow[];
}

export const datedRows = (): DatedRows => {
  const dayOf = dayReader();
  const localDay = (timeZone: string | null, instant: string): string =>
    timeZone === null ? instant.slice(0, 10) : dayOf(timeZone, instant);
  const dateOf = ({ occurredAt, timeZone, amounts }: SentLine): string => {
    if (occurredAt !== undefined) return localDay(timeZone, occurredAt);
    return amounts === null ? '' : `${amounts.month}-01`;
  };
  return {
    transactions: (line) => {
      const sold = soldOf(line);
      return sold === undefined ? [] : [{ ...sold, date: dateOf(line) }];
    },
    adjustments: (line) =>
      line.adjustments.map((adjustment) => ({
        line,
        adjustment,
        saleDate: dateOf(line),
        date: localDay(line.timeZone, adjustment.occurredAt),
      })),
  };
};
