import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { meaningOf, windowsOf } from '../../../connectors/stripe/read/windows.ts';
import { intervalOf } from '../../../src/domain/date-range.ts';
import { left, right } from '../../support/right.ts';
import { connectorTo, start } from '../../support/stripe-storefront.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const later = Date.UTC(2031, 0, 1);
const sales = (from: string, to: string, timeZone: string): ReturnType<typeof windowsOf> =>
  windowsOf({ from, to }, timeZone, later).filter((window) => meaningOf(window)?.kind === 'sales');

describe('windows', () => {
  it('together are the range, and no instant is in two of them', () => {
    const day = fc
      .integer({ min: 0, max: 1500 })
      .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
    const zone = fc.constantFrom(
      'UTC',
      'America/New_York',
      'Australia/Lord_Howe',
      'America/Sao_Paulo',
      'Asia/Kathmandu',
    );
    fc.assert(
      fc.property(day, day, zone, (a, b, timeZone) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const windows = sales(from, to, timeZone);
        const whole = intervalOf({ from, to }, timeZone);
        expect(windows[0]?.start).toBe(whole.start);
        expect(windows.at(-1)?.end).toBe(whole.end);
        for (const [index, { start }] of windows.entries()) if (index > 0) expect(start).toBe(windows[index - 1]?.end);
      }),
    );
  });

  it.each([
    ['four weeks', '2026-03-28', 1],
    ['four weeks and a day', '2026-03-29', 2],
    ['a year', '2027-02-28', 8],
    ['two years', '2028-02-26', 8],
    ['four years', '2030-02-28', 17],
  ])('are as few as keep four readers busy, and no longer than a quarter: %s', (_, to, count) => {
    expect(sales('2026-03-01', to, 'UTC')).toHaveLength(count);
  });

  it('have the same keys on every run, whatever the time', () => {
    const keys = (now: number): readonly string[] =>
      windowsOf({ from: '2026-03-01', to: '2026-03-31' }, 'UTC', now)
        .map(({ key }) => key)
        .filter((key) => !key.startsWith('backdated'));
    expect(keys(Date.UTC(2026, 2, 31, 13))).toStrictEqual(keys(later));
    expect(new Set(keys(later)).size).toBe(keys(later).length);
  });

  it('end ten minutes ago at the latest, and are left out when nothing is left of them', () => {
    const now = Date.UTC(2026, 2, 10, 12);
    const windows = windowsOf({ from: '2026-03-01', to: '2026-04-30' }, 'UTC', now);
    expect(
      windows
        .map(({ end }) => end)
        .toSorted()
        .at(-1),
    ).toBe('2026-03-10T11:50:00Z');
    expect(windows).toHaveLength(2);
  });

  it('look back forty days for invoices that were drafts when the range began, until the range is over', () => {
    const lateAt = (now: number): ReturnType<typeof windowsOf> =>
      windowsOf({ from: '2026-03-01', to: '2026-03-31' }, 'UTC', now).filter(
        (window) => meaningOf(window)?.kind === 'late invoices',
      );
    expect(lateAt(later)).toMatchObject([{ start: '2026-01-20T00:00:00Z', end: '2026-04-01T00:00:00Z' }]);
    const during = Date.UTC(2026, 2, 10, 12);
    expect(lateAt(during)).toMatchObject([{ start: '2026-01-20T00:00:00Z', end: '2026-03-10T11:50:00Z' }]);
    expect(lateAt(during)[0]?.key).toBe(lateAt(later)[0]?.key);
  });

  it('look forward forty days for invoices that are dated back into the range, once it is over', () => {
    const backdatedAt = (now: number): ReturnType<typeof windowsOf> =>
      windowsOf({ from: '2026-03-01', to: '2026-03-31' }, 'UTC', now).filter(
        (window) => meaningOf(window)?.kind === 'backdated invoices',
      );
    expect(backdatedAt(later)).toMatchObject([{ start: '2026-04-01T00:00:00Z', end: '2026-05-11T00:00:00Z' }]);
    expect(backdatedAt(Date.UTC(2026, 2, 31, 12))).toStrictEqual([]);
  });

  it('are refused in an unknown time zone', async () => {
    const connector = connectorTo('http://127.0.0.1:9', 'rk_live_1', null, virtualClock(), 'Mars/Olympus');
    expect(left(await connector.windows({ from: '2026-03-01', to: '2026-03-02' })())._tag).toBe('SourceRefused');
  });

  it('are other ones of another account, and of the other mode: what was read of one is no place to go on from', async () => {
    const keysBy = async (id: string, key: string): Promise<readonly string[]> => {
      const { connector } = await start({ account: { id, object: 'account' } }, key);
      const ofRange = right(await connector.windows({ from: '2026-03-01', to: '2026-03-02' })());
      const span = { start: '2026-01-01T00:00:00Z', end: '2026-03-20T00:00:00Z' };
      return [...ofRange, ...right(await connector.changes(span)())].map((window) => window.key);
    };
    const own = await keysBy('acct_1', 'rk_live_1');
    expect(await keysBy('acct_1', 'rk_live_2')).toStrictEqual(own);
    for (const others of [await keysBy('acct_2', 'rk_live_1'), await keysBy('acct_1', 'rk_test_1')]) {
      expect(others).toHaveLength(own.length);
      expect(others.filter((key) => own.includes(key))).toStrictEqual([]);
    }
  });

  it('of another version mean nothing', () => {
    expect(meaningOf({ key: 'orders 2026-03', start: '', end: '' })).toBeNull();
  });
});
