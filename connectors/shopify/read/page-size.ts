/**
 * The number of orders per page. It grows when the reported cost allows a larger page. It shrinks when Shopify rejects a page as
 * too costly, and then never grows again.
 */
export interface PageSize {
  readonly current: () => number;
  /** False when the size is already 1. */
  readonly halve: () => boolean;
  /** Records the cost of a page of `size` orders, in points. */
  readonly learn: (size: number, cost: number) => void;
}

export const pageSizeFrom = (first: number): PageSize => {
  let size = first;
  let wasRefused = false;
  return {
    current: () => size,
    halve: () => {
      wasRefused = true;
      if (size === 1) return false;
      size = Math.floor(size / 2);
      return true;
    },
    learn: (answered, cost) => {
      if (!wasRefused && answered === size) size = largest(size, cost);
    },
  };
};

/** Shopify's own limit for any list. */
const maxPageSize = 250;
/** Below the limit of 1,000 per query, because `weight` is fitted to measurements, not published. */
const maxPoints = 970;

const largest = (size: number, cost: number): number => {
  for (let n = maxPageSize; n > size; n -= 1) {
    if (2 + ((cost - 2) / weight(size)) * weight(n) <= maxPoints) return n;
  }
  return size;
};

/** Relative cost of a page of `n` orders: 250 cost less than twice as much as 25. */
const weight = (n: number): number => Math.max(1, Math.floor(2 * Math.log(n)));
