import * as O from 'fp-ts/lib/Option.js';
import { Temporal } from 'temporal-polyfill';

/** A point in time as ISO 8601 in UTC, `2026-03-08T07:00:00Z`; fractions of a second only where the source has them. */
export type Instant = string;

/**
 * Reads a time stamp that carries its offset (`2021-12-31T19:00:00-05:00`) and gives it in UTC.
 * None without an offset: a local time names no instant.
 */
export const parseInstant = (text: string): O.Option<Instant> =>
  O.tryCatch(() => Temporal.Instant.from(text).toString());

/** The instant of a Unix time in seconds, as Stripe counts. */
export const instantOfUnixSeconds = (seconds: number): Instant =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString();

/** The instant of a clock's milliseconds since 1970. */
export const instantOfMilliseconds = (milliseconds: number): Instant =>
  Temporal.Instant.fromEpochMilliseconds(Math.trunc(milliseconds)).toString();

/** Milliseconds since 1970 of an instant. */
export const millisecondsOf = (instant: Instant): number => Temporal.Instant.from(instant).epochMilliseconds;
