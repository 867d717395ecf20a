/** Far from any limit on the parameters of a statement. */
const most = 64;
const step = 8;

/**
 * Cuts items into chunks of few sizes (64, a multiple of 8, and what is left), so that statements made for a chunk are
 * few, too, and each is prepared once: 100 items are chunks of 64, 32 and 4.
 */
export const chunks = <A>(items: readonly A[]): readonly (readonly A[])[] => {
  const cut: (readonly A[])[] = [];
  for (let start = 0; start < items.length;) {
    const left = items.length - start;
    const size = left < step ? left : Math.min(most, left - (left % step));
    cut.push(items.slice(start, start + size));
    start += size;
  }
  return cut;
};
