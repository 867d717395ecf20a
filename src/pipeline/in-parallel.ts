/**
 * Works on all items, at most `limit` of them at a time, starting them in their order. The next starts as soon as one
 * ends: nobody waits for the slowest of a batch.
 */
export const inParallel =
  (limit: number) =>
  async <A>(items: readonly A[], work: (item: A) => Promise<void>): Promise<void> => {
    const rest = items[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (const item of rest) await work(item);
    };
    await Promise.all(Array.from({ length: Math.min(Math.max(1, limit), items.length) }, worker));
  };
