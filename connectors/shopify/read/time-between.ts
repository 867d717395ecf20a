import type { Interval } from '../../../src/domain/date-range.ts';

/**
 * The search filter of a span of time. Quoted, because of an unquoted time stamp Shopify takes the date alone, in the
 * shop's time zone (estuary/connectors 0671fb08f; shopify.dev, search syntax).
 */
export const timeBetween =
  (field: 'processed_at' | 'updated_at') =>
  ({ start, end }: Interval): string =>
    `${field}:>='${start}' AND ${field}:<'${end}'`;
