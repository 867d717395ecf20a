/** Reads the days that a person typed for a command: first and last day, a month, a quarter, or the last `90d`. */
import * as E from 'fp-ts/lib/Either.js';
import { Temporal } from 'temporal-polyfill';
import { type DateRange, parseDateRange } from '../domain/date-range.ts';
import type { CliIo } from './cli-io.ts';

/** The options as typed. */
export interface DayOptions {
  /** `YYYY-MM-DD`, or how many days before today: `90d`. */
  readonly from?: string;
  /** `YYYY-MM-DD`. Default behind a relative first day: today. */
  readonly to?: string;
  /** `YYYY-MM`. */
  readonly month?: string;
  /** `YYYY-Q1` to `YYYY-Q4`. */
  readonly quarter?: string;
}

/**
 * Left is the rest of a sentence for the person who typed it. Today is the current day of this machine.
 *
 * @example
 * rangeOf({ quarter: '2026-Q1' }, { now: Date.now }) // right({ from: '2026-01-01', to: '2026-03-31' })
 */
export const rangeOf = (
  { from, to, month, quarter }: DayOptions,
  { now }: Pick<CliIo, 'now'>,
): E.Either<string, DateRange> => {
  const given = [from ?? to, month, quarter].filter((one) => one !== undefined);
  if (given.length > 1) return E.left('it is named twice. Use one of --from with --to, --month or --quarter');
  if (month !== undefined) {
    const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
    if (year === undefined) return E.left(`"${month.slice(0, 20)}" is not a month; write it as 2026-03`);
    return days(Temporal.PlainDate.from({ year: Number(year), month: Number(number), day: 1 }), 1);
  }
  if (quarter !== undefined) {
    const [, year, number] = /^(\d{4})-[Qq]([1-4])$/.exec(quarter) ?? [];
    if (year === undefined) return E.left(`"${quarter.slice(0, 20)}" is not a quarter; write it as 2026-Q1`);
    return days(Temporal.PlainDate.from({ year: Number(year), month: 3 * Number(number) - 2, day: 1 }), 3);
  }
  const [, before] = /^(\d{1,5})d$/i.exec(from ?? '') ?? [];
  if (before === undefined) return parseDateRange(from ?? '', to ?? '');
  const today = Temporal.Instant.fromEpochMilliseconds(now())
    .toZonedDateTimeISO(Temporal.Now.timeZoneId())
    .toPlainDate();
  return parseDateRange(today.subtract({ days: Number(before) }).toString(), to ?? today.toString());
};

const days = (first: Temporal.PlainDate, months: number): E.Either<string, DateRange> =>
  parseDateRange(first.toString(), first.add({ months }).subtract({ days: 1 }).toString());
