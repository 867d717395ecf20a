/** Writes Shopify's search filter for the orders of a time span. */
import type { Interval } from '../../../src/domain/date-range.ts';

/**
 * Time stamps are quoted: of an unquoted time stamp, Shopify reads only the date, in the shop's time zone (estuary/connectors
 * 0671fb08f; shopify.dev, search syntax).
 */
export const timeBetween =
  (field: 'processed_at' | 'updated_at') =>
  ({ start, end }: Interval): string =>
    `${field}:>='${start}' AND ${field}:<'${end}'`;

export const processedBetween: (interval: Interval) => string = timeBetween('processed_at');
