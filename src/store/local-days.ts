import { dayIn } from '../domain/date-range.ts';
import type { Instant } from '../domain/instant.ts';
import type { ReportLine } from '../domain/run.ts';
import { dayOfSale } from './summary.ts';

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

/** The days of a line, and of what happened to it later, in the calendar of its storefront; in UTC where its time zone is not known. */
export interface LocalDays {
  /** Never outside of the month that the line counts in; null where no day is known. */
  readonly ofLine: (timeZone: string | undefined, line: Pick<ReportLine, 'occurredAt' | 'amounts'>) => string | null;
  readonly ofInstant: (timeZone: string | undefined, instant: Instant) => string;
}

export const localDays = (): LocalDays => {
  const dayOf = dayReader();
  const ofInstant: LocalDays['ofInstant'] = (timeZone, instant) =>
    timeZone === undefined ? instant.slice(0, 10) : dayOf(timeZone, instant);
  return {
    ofInstant,
    ofLine: (timeZone, { occurredAt, amounts }) => {
      if (amounts === null) return occurredAt === undefined ? null : ofInstant(timeZone, occurredAt);
      return dayOfSale(occurredAt === undefined ? '' : ofInstant(timeZone, occurredAt), amounts.month);
    },
  };
};
