/** Runs the work of one key one at a time, in the order of the calls; rejects when the work does. */
export type Lock = <A>(key: string, work: () => Promise<A>) => Promise<A>;

const lastOf = new Map<string, Promise<unknown>>();

/** A lock within this process. */
export const processLock: Lock = async (key, work) => {
  const before = lastOf.get(key) ?? Promise.resolve();
  const turn = before.then(work);
  const over = turn.then(
    () => undefined,
    () => undefined,
  );
  lastOf.set(key, over);
  try {
    return await turn;
  } finally {
    if (lastOf.get(key) === over) lastOf.delete(key);
  }
};
