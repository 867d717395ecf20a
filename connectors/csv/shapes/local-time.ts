/** Reads the dates of CSV files in the storefront's time zone, and rejects a date that could mean two moments. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { Temporal } from 'temporal-polyfill';
import { parseDateRange } from '../../../src/domain/date-range.ts';
import type { Instant } from '../../../src/domain/instant.ts';

const written = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?$/;

/**
 * The instant of a date, with or without a time and an offset: `2026-03-08 07:00:00 -0500`, `2026-03-08T07:00`, `2026-03-08`.
 * Without an offset it is local time, and a day alone is its first moment. None for any other text (3/8/2026 is in March or in
 * August), and for a local time that the clock skips or shows twice.
 *
 * @example
 * instantIn('America/New_York', '2026-01-31 22:30') // some('2026-02-01T03:30:00Z')
 */
export const instantIn = (timeZone: string, text: string): O.Option<Instant> => {
  const [, day, time, offset] = written.exec(text) ?? [];
  if (day === undefined || !isPossible(day)) return O.none;
  const zone = offset === 'UTC' ? 'Z' : offset;
  return O.tryCatch(() =>
    zone === undefined
      ? localTime(timeZone, day, time).toInstant().toString()
      : Temporal.Instant.from(`${day}T${time ?? '00:00'}${zone}`).toString(),
  );
};

/** A year with a typing error is not the year of a sale. */
const isPossible = (day: string): boolean => E.isRight(parseDateRange(day, day));

const localTime = (timeZone: string, day: string, time: string | undefined): Temporal.ZonedDateTime =>
  time === undefined
    ? Temporal.PlainDate.from(day, { overflow: 'reject' }).toZonedDateTime(timeZone)
    : Temporal.PlainDateTime.from(`${day}T${time}`, { overflow: 'reject' }).toZonedDateTime(timeZone, {
        disambiguation: 'reject',
      });
