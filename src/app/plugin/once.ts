/**
 * Makes something at its first use and keeps it. All who ask meanwhile wait for the same attempt; one that fails (`isGood`
 * says no) is forgotten, so that the next use tries again.
 */
export interface Once<A> {
  readonly get: () => Promise<A>;
  /** What is there already; undefined before it was made. */
  readonly peek: () => A | undefined;
  /** What is there, or is being made; undefined when nobody has asked for it. */
  readonly settled: () => Promise<A | undefined>;
  /** Also what is being made: whoever waits for that gets it, and nobody else. */
  readonly forget: () => void;
}

export const once = <A>(make: () => Promise<A>, isGood: (made: A) => boolean): Once<A> => {
  let attempt: Promise<A> | undefined;
  let made: A | undefined;
  let forgotten = 0;
  const tryOnce = async (): Promise<A> => {
    const before = forgotten;
    try {
      const result = await make();
      if (forgotten !== before) return result;
      if (isGood(result)) made = result;
      else attempt = undefined;
      return result;
    } catch (error) {
      if (forgotten === before) attempt = undefined;
      throw error;
    }
  };
  return {
    get: () => (attempt ??= tryOnce()),
    peek: () => made,
    settled: async () => attempt,
    forget: () => {
      forgotten += 1;
      attempt = undefined;
      made = undefined;
    },
  };
};
