import { describe, expect, it } from '@jest/globals';
import { reasonLabel } from '../../../src/reconcile/reason-labels.ts';
import { describeSubject, grouped, jurisdictionLabel, momentIn, rangeLabel } from '../../../src/web/screen/labels.ts';

describe('labels of the screen', () => {
  it('name a single day once', () => {
    expect(rangeLabel({ from: '2026-03-04', to: '2026-03-04' })).toBe('4 Mar 2026');
    expect(rangeLabel({ from: '2026-03-04', to: '2026-03-05' })).toBe('4 Mar 2026 to 5 Mar 2026');
  });

  it('show a time in the storefront’s time zone, which determines the month of a sale, and name the time zone', () => {
    const sold = '2025-09-01T02:08:00Z';
    expect(momentIn('America/New_York', sold)).toBe('31 Aug 2025, 22:08 in America/New_York');
    expect(momentIn(undefined, sold)).toBe('1 Sep 2025, 02:08 UTC');
  });

  it('name a country without states, and never mistake it for a US state', () => {
    expect(['DE-*', 'DE', 'CA-ON', 'US'].map(jurisdictionLabel)).toStrictEqual(['Germany', 'DE', 'CA-ON', 'US']);
  });

  it.each(['', '-*', 'de-*', 'nonsense-*'])('keep a text that is no jurisdiction: "%s"', (typed) => {
    expect(jurisdictionLabel(typed)).toBe(typed);
  });

  it('turn names of fields into words', () => {
    expect(['taxCollected', 'shipToAddress.state', 'total'].map(describeSubject)).toStrictEqual([
      'tax collected',
      'ship to address, state',
      'total',
    ]);
  });

  it('group digits, also below zero', () => {
    expect(['1234567.80', '-123456.00', '-1234', '999'].map(grouped)).toStrictEqual([
      '1,234,567.80',
      '-123,456.00',
      '-1,234',
      '999',
    ]);
  });

  it('describe reasons plainly, and keep texts that are no reason', () => {
    expect(['told before', 'likeness', 'test order', 'constructor'].map(reasonLabel)).toStrictEqual([
      'partly sent already',
      'possible duplicate',
      'test order',
      'constructor',
    ]);
  });
});
