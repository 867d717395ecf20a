/** Finds the local calendar day of sales and their adjustments quickly, because reports and day figures count by local day. */
import { dayIn } from '../domain/date-range.ts';
import type { Instant } from '../domain/instant.ts';
import type { ReportLine } from '../domain/run.ts';
import { dayOfSale } from './summary.ts';

/** The size of the cache: calendar arithmetic costs more than all other work on a row. */
const maxHours = 50_000;

/** Caches one local day per quarter hour: no time zone changes its offset within a quarter hour. */
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

/** Days in the storefront's calendar, or in UTC if its time zone is unknown. */
export interface LocalDays {
  /** Always within the month in which the line counts; null if no day is known. */
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
