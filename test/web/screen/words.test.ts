import { describe, expect, it } from '@jest/globals';
import { describeSubject, jurisdictionLabel, momentIn, rangeLabel } from '../../../src/web/screen/labels.ts';

describe('the words of the screen', () => {
  it('name a single day once', () => {
    expect(rangeLabel({ from: '2026-03-04', to: '2026-03-04' })).toBe('4 Mar 2026');
    expect(rangeLabel({ from: '2026-03-04', to: '2026-03-05' })).toBe('4 Mar 2026 to 5 Mar 2026');
  });

  it('tell a moment by the clock of the storefront, whose month a sale counts in, and say whose clock it is', () => {
    const sold = '2025-09-01T02:08:00Z';
    expect(momentIn('America/New_York', sold)).toBe('31 Aug 2025, 22:08 in America/New_York');
    expect(momentIn(undefined, sold)).toBe('1 Sep 2025, 02:08 UTC');
  });

  it('name a country that has no state, and never take it for a state of the US', () => {
    expect(['DE-*', 'DE', 'CA-ON', 'US'].map(jurisdictionLabel)).toStrictEqual(['Germany', 'DE', 'CA-ON', 'US']);
  });

  it.each(['', '-*', 'de-*', 'nonsense-*'])(
    'leave what is no place as it is, as from an address that was typed: "%s"',
    (typed) => {
      expect(jurisdictionLabel(typed)).toBe(typed);
    },
  );

  it('are not those of the code', () => {
    expect(['taxCollected', 'shipToAddress.state', 'total'].map(describeSubject)).toStrictEqual([
      'tax collected',
      'ship to address, state',
      'total',
    ]);
  });
});
