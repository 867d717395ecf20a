/** One promise of an interface, as a sentence, and a check of it that rejects when it is broken. Fits any test runner. */
export interface InterfacePromise {
  readonly sentence: string;
  readonly check: () => Promise<void>;
}

/** Fails a check with a sentence that states the actual result. */
export const insist = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise);
};

/** A check that waits for nothing, and still rejects. */
export const atOnce =
  (look: () => void): InterfacePromise['check'] =>
  () =>
    Promise.resolve().then(look);
