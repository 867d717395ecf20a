/** Lets one in at a time, in the order of asking. */
export interface Mutex {
  /** Resolves when it is your turn; then it is held until `unlock`. */
  readonly lock: () => Promise<void>;
  readonly unlock: () => void;
}

export const mutex = (): Mutex => {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  return {
    lock: () => {
      if (isHeld) return new Promise((resolve) => waiting.push(resolve));
      isHeld = true;
      return Promise.resolve();
    },
    unlock: () => {
      const next = waiting.shift();
      if (next === undefined) isHeld = false;
      else next();
    },
  };
};
