/** How many orders a page asks for. It shrinks when Shopify finds that too costly, and stays so for the connector's life. */
export interface PageSize {
  readonly current: () => number;
  /** False when there is nothing left to halve. */
  readonly halve: () => boolean;
}

export const pageSizeFrom = (first: number): PageSize => {
  let size = first;
  return {
    current: () => size,
    halve: () => {
      if (size === 1) return false;
      size = Math.floor(size / 2);
      return true;
    },
  };
};
