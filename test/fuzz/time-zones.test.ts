import { afterAll, describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { intervalOf, isWithin, monthIn } from '../../src/domain/date-range.ts';
import { reportCounts } from '../support/report-counts.ts';
import { cases } from './cases.ts';

const known = Intl.supportedValuesOf('timeZone');
/** All of them; fewer, from all over the world, when there are to be fewer cases. */
const apart = known.length / Math.min(known.length, cases(known.length));
const zones = known.filter((_, index) => index % apart < 1);
const [first, last] = [Date.UTC(2015, 0, 1), Date.UTC(2036, 0, 1)];

/** The local day of an instant by the runtime's own calendar, which has no part in what is tested. */
const dayTeller = (timeZone: string): ((milliseconds: number) => string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (milliseconds) => format.format(milliseconds);
};

/** Offset from UTC in minutes, by the same. */
const offsetTeller = (timeZone: string): ((milliseconds: number) => string) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (milliseconds) => format.format(milliseconds).replace(/^.*, /, '');
};

/** Shorter than the time between any two changes: Morocco sets its clocks back for the month of Ramadan. */
const stretch = 28 * 86_400_000;

/** When the offset changes, to the second, found by halving where two ends differ. */
const transitionsOf = (timeZone: string): readonly number[] => {
  const offset = offsetTeller(timeZone);
  const found: number[] = [];
  for (let from = first; from < last; from += stretch) {
    let [low, high] = [from, from + stretch];
    if (offset(low) === offset(high)) continue;
    while (high - low > 1000) {
      const middle = low + Math.floor((high - low) / 2000) * 1000;
      if (offset(middle) === offset(low)) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
};

/** Days of the calendar around an instant, also such as a zone leaves out. */
const daysAround = (milliseconds: number): readonly string[] =>
  [-2, -1, 0, 1, 2].map((days) => new Date(milliseconds + days * 86_400_000).toISOString().slice(0, 10));

const counts = { zones: zones.length, transitions: 0, days: 0 };
afterAll(() => reportCounts('Time zones', counts));

describe('the days of a range', () => {
  it('partition time around every change of the clocks from 2015 to 2035, in every time zone', () => {
    const problems: string[] = [];
    for (const timeZone of zones) {
      const dayOf = dayTeller(timeZone);
      for (const transition of transitionsOf(timeZone)) {
        counts.transitions += 1;
        let before: string | undefined;
        for (const day of daysAround(transition)) {
          counts.days += 1;
          const { start, end } = intervalOf({ from: day, to: day }, timeZone);
          const [begins, ends] = [start, end].map((one) => Temporal.Instant.from(one).epochMilliseconds);
          if (begins === undefined || ends === undefined) throw new Error('an interval has no ends');
          const isWhole =
            // A day that a zone left out (crossing the date line) has no instant, and no other day's either.
            ends === begins ||
            (dayOf(begins) === day && dayOf(ends - 1) === day && dayOf(begins - 1) < day && dayOf(ends) > day);
          if (!isWhole || (before !== undefined && before !== start)) problems.push(`${timeZone} ${day}`);
          before = end;
        }
      }
    }
    expect(problems).toStrictEqual([]);
    expect(counts.transitions).toBeGreaterThan(8 * zones.length);
  });

  it('belong to the month of the storefront’s own calendar, and to one only', () => {
    for (const timeZone of zones) {
      const dayOf = dayTeller(timeZone);
      for (let year = 2015; year <= 2035; year += 4) {
        const march = intervalOf({ from: `${year}-03-01`, to: `${year}-03-31` }, timeZone);
        const april = intervalOf({ from: `${year}-04-01`, to: `${year}-04-30` }, timeZone);
        const [inside, outside] = [Temporal.Instant.from(march.end).subtract({ seconds: 1 }).toString(), march.end];
        expect([monthIn(timeZone, inside), monthIn(timeZone, outside)]).toStrictEqual([`${year}-03`, `${year}-04`]);
        expect([isWithin(march, inside), isWithin(april, inside)]).toStrictEqual([true, false]);
        expect([isWithin(march, outside), isWithin(april, outside)]).toStrictEqual([false, true]);
        expect(dayOf(Date.parse(march.start))).toBe(`${year}-03-01`);
        counts.days += 2;
      }
    }
  });
});
