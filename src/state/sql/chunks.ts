/** Largest first: 100 items are chunks of 64, 32 and 4. */
const sizes = [64, 32, 16, 8, 4, 2, 1] as const;

/**
 * Cuts items into chunks of a few sizes only, so that statements made for a chunk are few, too, and each is prepared
 * once. None is large enough for a limit on a statement's parameters.
 */
export const chunks = <A>(items: readonly A[]): readonly (readonly A[])[] => {
  const cut: (readonly A[])[] = [];
  let start = 0;
  for (const size of sizes) {
    for (; items.length - start >= size; start += size) cut.push(items.slice(start, start + size));
  }
  return cut;
};
