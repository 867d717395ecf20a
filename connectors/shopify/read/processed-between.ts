import type { Interval } from '../../../src/domain/date-range.ts';

/**
 * The search filter of a time span. Time stamps are quoted: of an unquoted one Shopify reads only the date, in the shop's
 * time zone (estuary/connectors 0671fb08f; shopify.dev, search syntax).
 */
export const timeBetween =
  (field: 'processed_at' | 'updated_at') =>
  ({ start, end }: Interval): string =>
    `${field}:>='${start}' AND ${field}:<'${end}'`;

/** The search filter of the orders of a time span. */
export const processedBetween: (interval: Interval) => string = timeBetween('processed_at');
