import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { type DayOptions, rangeOf } from '../../src/cli/days.ts';
import { right } from '../support/right.ts';

/** Noon, when most of the world has the same day. */
const clock = { now: () => Date.parse('2026-03-10T12:00:00Z') };
const read = (days: DayOptions): { readonly from: string; readonly to: string } => right(rangeOf(days, clock));

describe('days on the command line', () => {
  it.each<[DayOptions, string, string]>([
    [{ from: '2026-01-01', to: '2026-03-31' }, '2026-01-01', '2026-03-31'],
    [{ month: '2026-02' }, '2026-02-01', '2026-02-28'],
    [{ month: '2024-02' }, '2024-02-01', '2024-02-29'],
    [{ quarter: '2026-Q1' }, '2026-01-01', '2026-03-31'],
    [{ quarter: '2025-q4' }, '2025-10-01', '2025-12-31'],
    [{ from: '90d' }, '2025-12-10', '2026-03-10'],
    [{ from: '0d' }, '2026-03-10', '2026-03-10'],
    [{ from: '30d', to: '2026-02-28' }, '2026-02-08', '2026-02-28'],
  ])('%j is from %s to %s', (days, from, to) => {
    expect(read(days)).toStrictEqual({ from, to });
  });

  it.each<[DayOptions, string]>([
    [{ month: '2026-13' }, '"2026-13" is not a month; write it as 2026-03'],
    [{ quarter: '2026-Q5' }, '"2026-Q5" is not a quarter; write it as 2026-Q1'],
    [{ month: '2026-03', quarter: '2026-Q1' }, 'it is named twice'],
    [{ month: '2026-03', to: '2026-03-31' }, 'it is named twice'],
    [{ from: '1d', to: '2026-01-01' }, 'before it begins'],
  ])('%j is refused: %s', (days, complaint) => {
    const range = rangeOf(days, clock);
    expect(E.isLeft(range) ? range.left : '').toContain(complaint);
  });
});
