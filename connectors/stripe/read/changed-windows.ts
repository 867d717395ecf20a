import { Temporal } from 'temporal-polyfill';
import type { Interval } from '../../../src/domain/date-range.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../../src/domain/instant.ts';
import type { Window } from '../../../src/mapping/source-connector.ts';
import { windowsOf } from './windows.ts';

/** Stripe keeps events for 30 days (docs.stripe.com/api/events); a day less, because a page may be read hours later. */
const keptMs = 29 * 86_400_000;

const prefix = 'changed:';
const eventsPrefix = `${prefix}events `;

export const isEventsWindow = ({ key }: Window): boolean => key.startsWith(eventsPrefix);

const dayOf = (milliseconds: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The days of a span, read again by `created`: later changes to older records are not found. */
const rereadWindows = (start: number, end: number, timeZone: string, now: number): readonly Window[] => {
  const days = { from: dayOf(start, timeZone), to: dayOf(end - 1, timeZone) };
  return windowsOf(days, timeZone, now).map((window) => ({
    ...window,
    key: `${prefix}${window.key}`,
    kind: 'changed',
  }));
};

/**
 * Windows for a span of changes: one of Stripe's events, as far back as Stripe keeps them. Earlier days are read again
 * by `created`; changes to older sales in those days are only found by a historical sync.
 *
 * @param now milliseconds since 1970
 */
export const changedWindowsOf = ({ start, end }: Interval, timeZone: string, now: number): readonly Window[] => {
  const from = Math.floor(millisecondsOf(start) / 1000) * 1000;
  const to = Math.ceil(millisecondsOf(end) / 1000) * 1000;
  const oldest = Math.ceil((now - keptMs) / 1000) * 1000;
  const split = Math.min(Math.max(from, oldest), to);
  const events = { start: instantOfMilliseconds(split), end: instantOfMilliseconds(to) };
  return [
    ...(from < split ? rereadWindows(from, split, timeZone, now) : []),
    ...(split < to
      ? [{ key: `${eventsPrefix}${events.start}..${events.end}`, kind: 'changed' as const, ...events }]
      : []),
  ];
};
