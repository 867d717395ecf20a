import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { parseDateRange, intervalOf, isWithin, monthIn, monthsLater, monthsOf } from '../../src/domain/date-range.ts';
import { cases } from '../fuzz/cases.ts';

const hours = ({ start, end }: { start: string; end: string }): number =>
  (Date.parse(end) - Date.parse(start)) / 3_600_000;

describe('the days of a range', () => {
  it('are the storefront’s own', () => {
    expect(intervalOf({ from: '2026-01-01', to: '2026-01-31' }, 'America/New_York')).toStrictEqual({
      start: '2026-01-01T05:00:00Z',
      end: '2026-02-01T05:00:00Z',
    });
  });

  it('have 23 and 25 hours when clocks change', () => {
    expect(hours(intervalOf({ from: '2026-03-08', to: '2026-03-08' }, 'America/New_York'))).toBe(23);
    expect(hours(intervalOf({ from: '2026-11-01', to: '2026-11-01' }, 'America/New_York'))).toBe(25);
  });

  it('include both ends and nothing more', () => {
    const january = intervalOf({ from: '2026-01-01', to: '2026-01-31' }, 'America/New_York');
    expect(isWithin(january, '2026-01-01T04:59:59Z')).toBe(false);
    expect(isWithin(january, '2026-01-01T05:00:00Z')).toBe(true);
    expect(isWithin(january, '2026-02-01T04:59:59.999Z')).toBe(true);
    expect(isWithin(january, '2026-02-01T05:00:00Z')).toBe(false);
  });

  it('are refused with a sentence when they are no days, or the wrong way round', () => {
    expect(parseDateRange('2026-02-30', '2026-03-01')).toStrictEqual(
      E.left('"2026-02-30" is not a day of the calendar; write it as YYYY-MM-DD, such as 2026-01-31'),
    );
    expect(E.isLeft(parseDateRange('01/02/2026', '2026-03-01'))).toBe(true);
    expect(E.isLeft(parseDateRange('2026-03-02', '2026-03-01'))).toBe(true);
    expect(E.isRight(parseDateRange('2026-03-01', '2026-03-01'))).toBe(true);
    expect(parseDateRange('0205-01-01', '2026-03-01')).toStrictEqual(
      E.left('0205-01-01 is not a possible day of a sale. Write a year from 1990 to 2100'),
    );
    expect(E.isLeft(parseDateRange('2026-03-01', '9999-12-31'))).toBe(true);
  });
});

describe('the months of a range', () => {
  it('cover it day by day, in every time zone, without gap or overlap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 7_000 }),
        fc.integer({ min: 0, max: 800 }),
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        (first, length, timeZone) => {
          const day = (offset: number): string => new Date(Date.UTC(2015, 0, 1 + offset)).toISOString().slice(0, 10);
          const range = { from: day(first), to: day(first + length) };
          const intervals = monthsOf(range).map((month) => intervalOf(month, timeZone));
          const whole = intervalOf(range, timeZone);
          expect(intervals[0]?.start).toBe(whole.start);
          expect(intervals.at(-1)?.end).toBe(whole.end);
          intervals.slice(1).forEach((interval, index) => expect(interval.start).toBe(intervals[index]?.end));
        },
      ),
      { numRuns: cases(500) },
    );
  });

  it.each([
    ['2026-11', 1, '2026-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-03', -27, '2023-12'],
  ])('of %s, %d months later, is %s', (month, months, later) => {
    expect(monthsLater(month, months)).toBe(later);
  });

  it('of an instant is the month on the storefront’s calendar', () => {
    expect(monthIn('America/New_York', '2026-01-01T02:00:00Z')).toBe('2025-12');
  });
});
