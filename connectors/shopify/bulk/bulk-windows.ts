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

const prefix = 'bulk:';

/** Whether a window is read by a bulk operation. */
export const isBulkWindow = ({ key }: Window): boolean => key.startsWith(prefix);

/** A result of this size takes minutes, far below the time limit of an operation. */
const maxOrders = 20_000;

const Count = t.type({ count: t.number }, 'Count');

/** The number of orders in a range, by Shopify's search; undefined when unknown. */
export const countOrders =
  (ask: Ask, timeZone: string) =>
  async (range: DateRange): Promise<E.Either<SourceError, number | undefined>> =>
    pipe(
      await askFor(ask)(ordersCount, { query: processedBetween(intervalOf(range, timeZone)) }, 'ordersCount', Count),
      E.map((count) => count?.count),
    );

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

type Count = (range: DateRange) => Promise<E.Either<SourceError, number | undefined>>;

const windowOf = (key: string, range: DateRange, timeZone: string): Window => ({
  key,
  kind: 'sold',
  ...intervalOf(range, timeZone),
});

/** Cuts a range into stretches of these days, and dense stretches into shorter ones. */
const cut = async (
  count: Count,
  range: DateRange,
  [days, ...shorter]: readonly number[],
): Promise<E.Either<SourceError, readonly DateRange[]>> => {
  if (days === undefined || range.from === range.to) return E.right([range]);
  const parts: DateRange[] = [];
  for (const stretch of stretchesOf(range, days)) {
    const orders = shorter.length === 0 ? E.right(0) : await count(stretch);
    if (E.isLeft(orders)) return orders;
    const inner = (orders.right ?? 0) > maxOrders ? await cut(count, stretch, shorter) : E.right([stretch]);
    if (E.isLeft(inner)) return inner;
    parts.push(...inner.right);
  }
  return E.right(parts);
};

/**
 * The months of a range, dense ones cut into weeks and those into days, so that no operation has more than about 20,000 orders.
 * A month with fewer than `minOrders` is read in pages, which is faster. The cuts depend only on the counts, so an unchanged
 * past always has the same windows.
 */
export const bulkWindowsOf = async (
  count: Count,
  range: DateRange,
  { timeZone, minOrders }: { readonly timeZone: string; readonly minOrders: number },
): Promise<E.Either<SourceError, readonly Window[]>> => {
  const windows: Window[] = [];
  for (const month of monthsOf(range)) {
    const orders = await count(month);
    if (E.isLeft(orders)) return orders;
    const [named, many] = [`${month.from}..${month.to}`, orders.right ?? minOrders];
    if (many < minOrders) {
      windows.push(windowOf(named, month, timeZone));
      continue;
    }
    const parts = many > maxOrders ? await cut(count, month, [7, 1]) : E.right([month]);
    if (E.isLeft(parts)) return parts;
    windows.push(...parts.right.map((part) => windowOf(`${prefix}${part.from}..${part.to}`, part, timeZone)));
  }
  return E.right(windows);
};
