import type { Interval } from '../../src/domain/date-range.ts';
import { recipeOf } from '../../sandbox/shopify/orders/recipe-of.ts';
import type { SampleSize } from '../../sandbox/shopify/orders/sample-size.ts';

/** Ids of the sample shop's orders that changed last in a span of time, as the sample itself decided. */
export const changedOrders = (size: SampleSize, { start, end }: Interval): readonly string[] =>
  Array.from({ length: size.orders }, (_, index) => recipeOf(size, index))
    .filter(({ updatedAt }) => updatedAt >= Date.parse(start) && updatedAt < Date.parse(end))
    .map(({ id }) => String(id));
