/** Far from any limit on the parameters of a statement. */
const maxChunkSize = 64;

const chunkStep = 8;

/**
 * Cuts items into chunks of few sizes (64, a multiple of 8, and what is left), so that statements made for a chunk are
 * few, too, and each is prepared once: 100 items are chunks of 64, 32 and 4.
 */
export const toChunks = <A>(items: readonly A[]): readonly (readonly A[])[] => {
  const cut: (readonly A[])[] = [];
  for (let start = 0; start < items.length;) {
    const left = items.length - start;
    const size = left < chunkStep ? left : Math.min(maxChunkSize, left - (left % chunkStep));
    cut.push(items.slice(start, start + size));
    start += size;
  }
  return cut;
};

const maxListLength = 64;

const listStep = 8;

/**
 * Cuts keys into lists of few lengths (64, and one multiple of 8). The last list is filled up with its own last key,
 * which changes nothing in an `in (…)`; so a page of keys is one statement.
 */
export const toKeyLists = <A extends string | number>(keys: readonly A[]): readonly (readonly A[])[] => {
  const lists: (readonly A[])[] = [];
  for (let start = 0; start < keys.length; start += maxListLength) {
    const list = keys.slice(start, start + maxListLength);
    const last = list.at(-1);
    while (last !== undefined && list.length % listStep !== 0) list.push(last);
    lists.push(list);
  }
  return lists;
};
