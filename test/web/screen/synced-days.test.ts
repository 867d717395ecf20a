import { describe, expect, it } from '@jest/globals';
import { maxStretch } from '../../../src/web/screen/synced-days.ts';

const days = (from: string, to: string) => ({ from, to });

describe('the longest stretch of days', () => {
  it('joins ranges that overlap, and those without a day between them', () => {
    const ranges = [
      days('2025-03-01', '2025-05-31'),
      days('2025-01-01', '2025-02-28'),
      days('2025-05-20', '2025-06-30'),
    ];
    expect(maxStretch(ranges)).toStrictEqual(days('2025-01-01', '2025-06-30'));
  });

  it('never covers a day that was left out', () => {
    const ranges = [days('2025-01-01', '2025-02-28'), days('2025-03-02', '2025-12-31')];
    expect(maxStretch(ranges)).toStrictEqual(days('2025-03-02', '2025-12-31'));
  });

  it('is not a single day that was synced separately, before, after or within', () => {
    const year = days('2025-01-01', '2025-12-31');
    for (const day of ['2024-05-05', '2025-07-01', '2026-02-02'])
      expect(maxStretch([days(day, day), year, days(day, day)])).toStrictEqual(year);
  });

  it('is the later of two equally long ones, and undefined without ranges', () => {
    const ranges = [days('2025-05-01', '2025-05-10'), days('2025-01-01', '2025-01-10')];
    expect(maxStretch(ranges)).toStrictEqual(days('2025-05-01', '2025-05-10'));
    expect(maxStretch([])).toBeUndefined();
  });
});
