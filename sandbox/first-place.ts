/** The first place in a sorted list from which on `isReached` holds. */
export const firstPlace = (list: ArrayLike<number>, isReached: (value: number) => boolean): number => {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(list[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
};
