import { describe, expect, it } from '@jest/globals';
import { newestMonths } from '../../../src/web/screen/sums.ts';

const sumsOf = (...months: readonly string[]) =>
  months.flatMap((month) => ['CA', 'NY', 'WY'].map((jurisdiction) => ({ month, jurisdiction })));

describe('the comparison of a report', () => {
  it('shows all months while there is room, the newest first', () => {
    const shown = newestMonths(sumsOf('2026-01', '2026-02'), 600);
    expect(shown.map(({ month }) => month)).toEqual(['2026-02', '2026-02', '2026-02', '2026-01', '2026-01', '2026-01']);
  });

  it('shows the newest whole months when there is not', () => {
    const shown = newestMonths(sumsOf('2025-12', '2026-01', '2026-02'), 7);
    expect(new Set(shown.map(({ month }) => month))).toEqual(new Set(['2026-02', '2026-01']));
    expect(shown).toHaveLength(6);
  });

  it('shows one month at least', () => {
    expect(newestMonths(sumsOf('2026-01', '2026-02'), 2)).toHaveLength(3);
  });
});
