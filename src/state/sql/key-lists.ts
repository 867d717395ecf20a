const most = 64;
const step = 8;

/**
 * Cuts keys into lists of few lengths (64, and one multiple of 8). The last list is filled up with its own last key,
 * which changes nothing in an `in (…)`; so a page of keys is one statement.
 */
export const keyLists = <A extends string | number>(keys: readonly A[]): readonly (readonly A[])[] => {
  const lists: (readonly A[])[] = [];
  for (let start = 0; start < keys.length; start += most) {
    const list = keys.slice(start, start + most);
    const last = list.at(-1);
    while (last !== undefined && list.length % step !== 0) list.push(last);
    lists.push(list);
  }
  return lists;
};
