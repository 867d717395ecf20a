import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { instantOfMilliseconds, instantOfUnixSeconds, millisecondsOf, parseInstant } from '../../src/domain/instant.ts';

describe('a time stamp', () => {
  it.each([
    ['2026-03-08T07:00:00Z', '2026-03-08T07:00:00Z'],
    ['2021-12-31T19:00:00-05:00', '2022-01-01T00:00:00Z'],
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00Z'],
    ['2026-03-08T07:00:00.120Z', '2026-03-08T07:00:00.12Z'],
    ['2026-03-08 07:00:00Z', '2026-03-08T07:00:00Z'],
  ])('%s is the instant %s', (text, instant) => {
    expect(parseInstant(text)).toStrictEqual(O.some(instant));
  });

  it.each([
    '2026-02-29T12:00:00Z',
    '2026-04-31T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-03-08T07:00:00',
    '',
  ])('"%s" names no instant', (text) => {
    expect(parseInstant(text)).toStrictEqual(O.none);
  });

  it('means the same to the short way and to the calendar, whichever digits it has', () => {
    const two = fc.integer({ min: 0, max: 62 }).map((n) => String(n).padStart(2, '0'));
    const year = fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, '0'));
    fc.assert(
      fc.property(year, two, two, two, two, two, (y, month, day, hour, minute, second) => {
        const text = `${y}-${month}-${day}T${hour}:${minute}:${second}Z`;
        const byCalendar = O.tryCatch(() => Temporal.Instant.from(text).toString());
        expect(parseInstant(text)).toStrictEqual(byCalendar);
      }),
    );
  });
});

describe('the instant of a clock', () => {
  it('is what the calendar says, with no more digits than it has', () => {
    const some = fc.integer({ min: -62_000_000_000_000, max: 62_000_000_000_000 });
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 1999 }), (start, later) => {
        for (const milliseconds of [start, start + later, start]) {
          const byCalendar = Temporal.Instant.fromEpochMilliseconds(milliseconds).toString();
          expect(instantOfMilliseconds(milliseconds)).toBe(byCalendar);
        }
      }),
    );
    expect(instantOfMilliseconds(1_772_953_200_120.7)).toBe('2026-03-08T07:00:00.12Z');
  });

  it('of any year that the calendar knows is what the calendar says, and comes back as it was', () => {
    const year = 31_556_952_000;
    const milliseconds = fc.integer({ min: -270_000 * year, max: 270_000 * year });
    fc.assert(
      fc.property(milliseconds, (at) => {
        const instant = instantOfMilliseconds(at);
        expect(instant).toBe(Temporal.Instant.fromEpochMilliseconds(at).toString());
        expect(millisecondsOf(instant)).toBe(at);
        const second = Math.floor(at / 1000);
        expect(instantOfUnixSeconds(second)).toBe(Temporal.Instant.fromEpochMilliseconds(second * 1000).toString());
      }),
    );
    expect(millisecondsOf('2026-03-08T07:00:00.123456Z')).toBe(1_772_953_200_123);
  });

  it('that gives no number is no instant', () => {
    expect(() => instantOfMilliseconds(Number.NaN)).toThrow(RangeError);
  });
});
