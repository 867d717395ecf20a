import { type Interval } from '../../src/core/date-range.ts';

/**
 * The search filter of a range of time. Quoted, because of an unquoted time stamp Shopify takes the date alone, in the
 * shop's time zone (estuary/connectors 0671fb08f; shopify.dev, search syntax).
 */
export const processedBetween = ({ start, end }: Interval): string =>
  `processed_at:>='${start}' AND processed_at:<'${end}'`;
