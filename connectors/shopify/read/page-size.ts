/**
 * How many orders a page asks for. It grows when Shopify says that a larger page is allowed, shrinks when one is found too
 * costly, and then stays so for the connector's life.
 */
export interface PageSize {
  readonly current: () => number;
  /** False when there is nothing left to halve. */
  readonly halve: () => boolean;
  /** A page of `size` orders was answered, and asked for so many points. */
  readonly learn: (size: number, cost: number) => void;
}

/** Shopify's own limit for any list. */
const maxPageSize = 250;
/** Somewhat below the 1,000 that one query may cost, for the rule is fitted and not published. */
const maxPoints = 970;

/** How much a page of `n` weighs. Large pages are cheap: 250 orders cost less than twice as much as 25. */
const weight = (n: number): number => Math.max(1, Math.floor(2 * Math.log(n)));

const largest = (size: number, cost: number): number => {
  for (let n = maxPageSize; n > size; n -= 1) {
    if (2 + ((cost - 2) / weight(size)) * weight(n) <= maxPoints) return n;
  }
  return size;
};

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
