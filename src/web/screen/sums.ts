export interface Sum {
  readonly count: number;
  /** Minor units. */
  readonly total: bigint;
  /** Minor units. */
  readonly taxCollected: bigint;
}

const nothing: Sum = { count: 0, total: 0n, taxCollected: 0n };

export const addUp = (parts: readonly Sum[]): Sum =>
  parts.reduce<Sum>(
    (all, { count, total, taxCollected }) => ({
      count: all.count + count,
      total: all.total + total,
      taxCollected: all.taxCollected + taxCollected,
    }),
    nothing,
  );

/** In the order of the keys. */
export const groupBy = <A extends Sum>(
  parts: readonly A[],
  keyOf: (part: A) => string,
): readonly { readonly key: string; readonly sum: Sum; readonly parts: readonly A[] }[] => {
  const groups = new Map<string, A[]>();
  for (const part of parts) groups.set(keyOf(part), [...(groups.get(keyOf(part)) ?? []), part]);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => ({ key, sum: addUp(group), parts: group }));
};
