import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { intervalOf, isWithin, monthIn } from '../../src/domain/date-range.ts';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import { calendarOf } from '../../src/pipeline/calendar.ts';

const zones = ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC', 'America/Sao_Paulo'];

describe('the calendar of a run', () => {
  it('agrees with calendar arithmetic for any instant, zone and range', () => {
    const moment = fc.integer({ min: Date.UTC(2024, 11, 1), max: Date.UTC(2026, 5, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (zone, milliseconds) => {
        const range = { from: '2025-03-01', to: '2025-11-30' };
        const at = instantOfMilliseconds(milliseconds);
        const calendar = calendarOf(range, zone);
        expect(calendar.isInRange(at)).toBe(isWithin(intervalOf(range, zone), at));
        expect(calendar.monthOf(at)).toBe(monthIn(zone, at));
      }),
      { numRuns: 300 },
    );
  });

  it.each(['2026-03-08T05:00:00Z', '2026-03-08T05:00:00.000001Z', '2026-03-09T03:59:59.999999999Z'])(
    '%s belongs to a day of 23 hours',
    (instant) => {
      const { isInRange } = calendarOf({ from: '2026-03-08', to: '2026-03-08' }, 'America/New_York');
      expect(isInRange(instant)).toBe(true);
    },
  );

  it.each(['2026-03-08T04:59:59.999Z', '2026-03-09T04:00:00Z'])('%s does not', (instant) => {
    const { isInRange } = calendarOf({ from: '2026-03-08', to: '2026-03-08' }, 'America/New_York');
    expect(isInRange(instant)).toBe(false);
  });

  it('counts a day from its midnight to the next, so that two days share no instant', () => {
    const first = calendarOf({ from: '2026-03-07', to: '2026-03-07' }, 'America/New_York');
    const second = calendarOf({ from: '2026-03-08', to: '2026-03-08' }, 'America/New_York');
    const edge = '2026-03-08T05:00:00Z';
    expect([first.isInRange(edge), second.isInRange(edge)]).toEqual([false, true]);
  });

  it('counts instants with an offset by their time, also in months and at edges that it knows', () => {
    const { isInRange, monthOf } = calendarOf({ from: '2026-03-01', to: '2026-03-31' }, 'UTC');
    expect(['2026-02-10T00:00:00Z', '2026-03-10T00:00:00Z'].map(monthOf)).toEqual(['2026-02', '2026-03']);
    const offsets = ['2026-02-28T22:00:00-05:00', '2026-03-01T01:00:00+02:00', '2026-04-01T01:00:00+02:00'];
    expect(offsets.map(monthOf)).toEqual(['2026-03', '2026-02', '2026-03']);
    expect(offsets.map(isInRange)).toEqual([true, false, true]);
    expect(['2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'].map(monthOf)).toEqual(['2026-03', '2026-04']);
  });
});
