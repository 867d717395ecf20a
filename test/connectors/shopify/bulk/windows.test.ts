import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { bulkWindowsOf } from '../../../../connectors/shopify/bulk/bulk-windows.ts';
import { intervalOf } from '../../../../src/domain/date-range.ts';
import { right } from '../../../support/right.ts';

const timeZone = 'America/New_York';
const days = ({ from, to }: { readonly from: string; readonly to: string }): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

const keysWith = async (ordersADay: number, minOrders = 1): Promise<readonly string[]> => {
  const count = (range: { readonly from: string; readonly to: string }): Promise<E.Either<never, number>> =>
    Promise.resolve(E.right(days(range) * ordersADay));
  const range = { from: '2026-02-10', to: '2026-03-31' };
  return right(await bulkWindowsOf(count, range, { timeZone, minOrders })).map(({ key }) => key);
};

describe('the windows of bulk operations', () => {
  it('are the months of a range', async () => {
    expect(await keysWith(100)).toStrictEqual(['bulk:2026-02-10..2026-02-28', 'bulk:2026-03-01..2026-03-31']);
  });

  it('are weeks where a month is dense, and days where a week is', async () => {
    const weeks = await keysWith(2_000);
    expect(weeks.slice(0, 3)).toStrictEqual([
      'bulk:2026-02-10..2026-02-16',
      'bulk:2026-02-17..2026-02-23',
      'bulk:2026-02-24..2026-02-28',
    ]);
    expect(await keysWith(7_000)).toHaveLength(50);
  });

  it('leave no instant out, across the change of the clocks', async () => {
    const count = (): Promise<E.Either<never, number>> => Promise.resolve(E.right(1_000_000));
    const range = { from: '2026-03-06', to: '2026-03-10' };
    const windows = right(await bulkWindowsOf(count, range, { timeZone, minOrders: 1 }));
    const whole = intervalOf(range, timeZone);
    expect(windows.map(({ start }) => start)).toStrictEqual([
      whole.start,
      ...windows.slice(0, -1).map(({ end }) => end),
    ]);
    expect(windows.at(-1)?.end).toBe(whole.end);
  });

  it('leave months of few orders to pages', async () => {
    expect(await keysWith(10, 250)).toStrictEqual(['2026-02-10..2026-02-28', 'bulk:2026-03-01..2026-03-31']);
  });
});
