/**
 * Creates a value at its first use and keeps it. Concurrent callers share one attempt; a failed one (`isGood` is false)
 * is dropped, so that the next use tries again.
 */
export interface Once<A> {
  readonly get: () => Promise<A>;
  /** What is there already; undefined before it was made. */
  readonly peek: () => A | undefined;
  /** The value, or the attempt in progress; undefined when there is none. */
  readonly settled: () => Promise<A | undefined>;
  /** Drops also an attempt in progress: its callers still get it, later ones do not. */
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

/** Makes something at its first use and keeps it; an attempt that throws is made again at the next use. */
export const lazily = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined;
  return () => (made ??= { value: make() }).value;
};
