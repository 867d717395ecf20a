import type { Extensions } from './graphql-error.ts';

/**
 * Milliseconds until the rate limit allows the query: missing points divided by the restore rate. Null when Shopify does not
 * report its budget.
 *
 * @example
 * // asked 800, 300 left, 100 a second: 5000
 * throttleWait({ cost: { requestedQueryCost: 800, throttleStatus: { currentlyAvailable: 300, restoreRate: 100 } } })
 */
export const throttleWait = ({ cost }: Extensions): number | null => {
  const requested = cost?.requestedQueryCost;
  const available = cost?.throttleStatus?.currentlyAvailable;
  const restoreRate = cost?.throttleStatus?.restoreRate;
  if (typeof requested !== 'number' || typeof available !== 'number' || typeof restoreRate !== 'number') return null;
  if (!(restoreRate > 0)) return null;
  // Never zero: the same request was refused a moment ago.
  return Math.max(100, Math.ceil(((requested - available) / restoreRate) * 1000));
};

/**
 * `Retry-After` in milliseconds. Shopify writes seconds with a fraction (`"2.0"`), which the SDK would read as
 * milliseconds. Null for anything else.
 */
export const retryAfterMs = (header: string | undefined): number | null => {
  if (header === undefined || !/^\d{1,6}(\.\d+)?$/.test(header.trim())) return null;
  return Math.ceil(Number(header) * 1000);
};
