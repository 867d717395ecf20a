/** Cuts a range into windows for bulk operations, or for pages where a month has few orders, by the number of orders. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { Temporal } from 'temporal-polyfill';
import { type DateRange, intervalOf, monthsOf } from '../../../src/domain/date-range.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Window } from '../../../src/mapping/source-connector.ts';
import { askFor } from '../client/ask-for.ts';
import type { Ask } from '../client/client.ts';
import { ordersCount } from '../queries/index.ts';
import { processedBetween } from '../read/processed-between.ts';
import { attempt } from '../../../src/domain/attempt.ts';

const prefix = 'bulk:';

/** Whether a window is read by a bulk operation. */
export const isBulkWindow = ({ key }: Window): boolean => key.startsWith(prefix);

type Count = (range: DateRange) => Promise<E.Either<SourceError, number | undefined>>;

const Count = t.type({ count: t.number }, 'Count');

/** The number of orders in a range, by Shopify's search; undefined when unknown. */
export const countOrders =
  (ask: Ask, timeZone: string) =>
  async (range: DateRange): Promise<E.Either<SourceError, number | undefined>> =>
    pipe(
      await askFor(ask)(ordersCount, { query: processedBetween(intervalOf(range, timeZone)) }, 'ordersCount', Count),
      E.map((count) => count?.count),
    );

/** A result of this size takes minutes, far below the time limit of an operation. */
const maxOrders = 20_000;

/**
 * The months of a range, dense ones cut into weeks and those into days, so that no operation has more than about 20,000 orders.
 * A month with fewer than `minOrders` is read in pages, which is faster. The cuts depend only on the counts, so an unchanged
 * past always has the same windows.
 */
export const bulkWindowsOf = (
  count: Count,
  range: DateRange,
  { timeZone, minOrders }: { readonly timeZone: string; readonly minOrders: number },
): Promise<E.Either<SourceError, readonly Window[]>> =>
  attempt(async (take) => {
    const windows: Window[] = [];
    for (const month of monthsOf(range)) {
      const orders = await take(count(month));
      const [named, many] = [`${month.from}..${month.to}`, orders ?? minOrders];
      if (many < minOrders) {
        windows.push(windowOf(named, month, timeZone));
        continue;
      }
      const parts = await take(many > maxOrders ? cut(count, month, [7, 1]) : E.right([month]));
      windows.push(...parts.map((part) => windowOf(`${prefix}${part.from}..${part.to}`, part, timeZone)));
    }
    return windows;
  });

const windowOf = (key: string, range: DateRange, timeZone: string): Window => ({
  key,
  kind: 'sold',
  ...intervalOf(range, timeZone),
});

/** Cuts a range into stretches of these days, and dense stretches into shorter ones. */
const cut = (
  count: Count,
  range: DateRange,
  [days, ...shorter]: readonly number[],
): Promise<E.Either<SourceError, readonly DateRange[]>> =>
  attempt(async (take) => {
    if (days === undefined || range.from === range.to) return [range];
    const parts: DateRange[] = [];
    for (const stretch of stretchesOf(range, days)) {
      const orders = await take(shorter.length === 0 ? E.right(0) : count(stretch));
      const inner = await take((orders ?? 0) > maxOrders ? cut(count, stretch, shorter) : E.right([stretch]));
      parts.push(...inner);
    }
    return parts;
  });

const stretchesOf = ({ from, to }: DateRange, days: number): readonly DateRange[] => {
  const last = Temporal.PlainDate.from(to);
  const stretches: DateRange[] = [];
  for (let first = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(first, last) <= 0;) {
    const end = first.add({ days: days - 1 });
    const cut = Temporal.PlainDate.compare(end, last) < 0 ? end : last;
    stretches.push({ from: first.toString(), to: cut.toString() });
    first = cut.add({ days: 1 });
  }
  return stretches;
};
