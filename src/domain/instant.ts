/** Instants are ISO 8601 text in UTC. Reads them from the time stamps of platforms, from Unix seconds and from a clock. */
import * as O from 'fp-ts/lib/Option.js';
import { Temporal } from 'temporal-polyfill';

/** A point in time as ISO 8601 in UTC, `2026-03-08T07:00:00Z`; fractions of a second only where the source has them. */
export type Instant = string;

const dayPattern =
  /\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)/;
const timePattern = /(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d/;

/** A time stamp in UTC with whole seconds, as most platforms write it, of a day that every year has. */
const wholeSecondPattern = new RegExp(`^${dayPattern.source}T${timePattern.source}Z$`);
/** The same, as a clock writes it: to the millisecond. */
const clockPattern = new RegExp(`^${dayPattern.source}T${timePattern.source}(?:\\.\\d{1,3})?Z$`);

/**
 * Reads a time stamp that carries its offset (`2021-12-31T19:00:00-05:00`) and gives it in UTC.
 * None without an offset: a local time names no instant.
 *
 * @example
 * parseInstant('2021-12-31T19:00:00-05:00') // some('2022-01-01T00:00:00Z')
 */
export const parseInstant = (text: string): O.Option<Instant> =>
  // Such a text is already the result; any other costs calendar arithmetic.
  wholeSecondPattern.test(text) ? O.some(text) : O.tryCatch(() => Temporal.Instant.from(text).toString());

/**
 * The instant of a clock's milliseconds since 1970. Fractions of a millisecond are dropped.
 *
 * @throws RangeError when that is no number, or beyond the calendar
 * @example
 * instantOfMilliseconds(1_772_953_200_120) // '2026-03-08T07:00:00.12Z'
 */
export const instantOfMilliseconds = (milliseconds: number): Instant =>
  // `toISOString` always writes three decimals, so the pattern never removes a zero of the whole seconds.
  // oxlint-disable-next-line no-restricted-globals -- asks no clock: the moment is an argument
  new Date(milliseconds).toISOString().replace(/\.?0{1,3}Z$/, 'Z');

/**
 * The instant of a Unix time in seconds, as Stripe counts.
 *
 * @throws RangeError when that is no number, or beyond the calendar
 * @example
 * instantOfUnixSeconds(1_772_953_200) // '2026-03-08T07:00:00Z'
 */
export const instantOfUnixSeconds = (seconds: number): Instant => instantOfMilliseconds(seconds * 1000);

/** Milliseconds since 1970 of an instant. */
export const millisecondsOf = (instant: Instant): number =>
  // oxlint-disable-next-line no-restricted-globals -- asks no clock
  clockPattern.test(instant) ? Date.parse(instant) : Temporal.Instant.from(instant).epochMilliseconds;

/** Whether an instant is written in UTC, so that texts sort like times. */
export const isInUtc = (instant: Instant): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(instant);

/** An instant in UTC to the second (`2026-03-08T07:00:00`). Days begin on whole seconds, so fractions do not matter. */
export const toUtcSecond = (instant: Instant): string => instant.slice(0, 19);
