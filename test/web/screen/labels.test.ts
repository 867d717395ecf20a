// cspell:ignore März مارس
import { describe, expect, it } from '@jest/globals';
import { reasonTitle } from '../../../src/reconcile/reasons/reasons.ts';
import {
  dayLabel,
  describeSubject,
  grouped,
  jurisdictionLabel,
  momentIn,
  rangeLabel,
} from '../../../src/web/screen/labels.ts';
import { forViewer } from '../../../src/web/screen/viewer.ts';
import { statementSums } from '../../../src/web/screen/sums.ts';
import { maxStretch } from '../../../src/web/screen/days.ts';

describe('labels of the screen', () => {
  it('name a single day once', () => {
    expect(rangeLabel({ from: '2026-03-04', to: '2026-03-04' })).toBe('Mar 4, 2026');
    expect(rangeLabel({ from: '2026-03-04', to: '2026-03-05' })).toBe('Mar 4, 2026 to Mar 5, 2026');
  });

  it('show a time in the storefront’s time zone, which determines the month of a sale, and name the time zone', () => {
    const sold = '2025-09-01T02:08:00Z';
    expect(momentIn('America/New_York', sold)).toBe('Aug 31, 2025, 10:08 PM in America/New_York');
    expect(momentIn(undefined, sold)).toBe('Sep 1, 2025, 2:08 AM UTC');
  });

  it.each([
    ['en-GB,en;q=0.9', '4 Mar 2026'],
    ['fr;q=0.2, de-DE', '4 Mar 2026'],
    ['fa-IR', '4 Mar 2026'],
    ['*', 'Mar 4, 2026'],
    ['en-u-ca-buddhist, x, en-US;q=0, "', 'Mar 4, 2026'],
    [null, 'Mar 4, 2026'],
  ])('write a date in English as the viewer’s region does, in the calendar of tax returns: %s', (accepted, day) => {
    expect(forViewer(accepted, () => dayLabel('2026-03-04'))).toBe(day);
    expect(dayLabel('2026-03-04')).toBe('Mar 4, 2026');
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

  it('describe reasons as a person would, and begin other texts with a capital letter', () => {
    expect(['partly sent already', 'possible duplicate', 'test order', 'constructor'].map(reasonTitle)).toStrictEqual([
      'A part was sent already',
      'Possible duplicate',
      'Test order',
      'Constructor',
    ]);
  });
});

const line = { state: 'CA', month: '2026-02', currency: 'USD', count: 2, total: '200.50', taxCollected: '14.50' };

describe('the sums of a statement', () => {
  it('add up by currency, with the decimals of each', () => {
    const totals = [
      { ...line, currency: 'KWD', count: 1, total: '9.950', taxCollected: '0.001' },
      line,
      { ...line, month: '2026-03', count: 1, total: '0.07', taxCollected: '-0.01' },
      { ...line, currency: 'JPY', count: 2, total: '8600', taxCollected: '0' },
    ];
    expect(statementSums({ totals })).toStrictEqual([
      { currency: 'USD', count: 3, total: 20_057n, taxCollected: 1_449n },
      { currency: 'JPY', count: 2, total: 8_600n, taxCollected: 0n },
      { currency: 'KWD', count: 1, total: 9_950n, taxCollected: 1n },
    ]);
  });
});

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
