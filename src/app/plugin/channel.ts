/** The newest value of something that changes, for any number of watchers. */
export interface Channel<A> {
  readonly latest: () => A;
  readonly publish: (value: A) => void;
  /** Ends all watchers after the newest value. */
  readonly end: () => void;
  /** The newest value at once, and every later one; a slow watcher misses what came and went meanwhile. */
  readonly watch: () => AsyncGenerator<A, void, undefined>;
}

/** A channel that holds `first`. Nothing is queued, so that a watcher that forgets to watch costs nothing. */
export const channel = <A>(first: A): Channel<A> => {
  let value = first;
  let version = 1;
  let isOver = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  return {
    latest: () => value,
    publish: (next) => {
      value = next;
      version += 1;
      wake();
    },
    end: () => {
      isOver = true;
      wake();
    },
    watch: async function* watch() {
      for (let seen = 0; ;) {
        if (seen < version) {
          seen = version;
          yield value;
        } else if (isOver) {
          return;
        } else {
          await new Promise<void>((resolve) => waiting.add(resolve));
        }
      }
    },
  };
};
