/**
 * Why work of this process ended before its time, for whoever asks later. `what` names the work: a run by its id, a count of
 * days by its storefront.
 */
export interface LastFailures {
  /** `message`: why; undefined when it ended well. */
  readonly note: (what: string, message: string | undefined) => void;
  /** Undefined when it ended well, never began here, or was long ago. */
  readonly find: (what: string) => string | undefined;
}

/** Failures that are kept; the oldest is forgotten. */
const most = 100;

export const lastFailures = (): LastFailures => {
  const messages = new Map<string, string>();
  return {
    note: (what, message) => {
      messages.delete(what);
      if (message === undefined) return;
      messages.set(what, message);
      const [oldest] = messages.keys();
      if (messages.size > most && oldest !== undefined) messages.delete(oldest);
    },
    find: (what) => messages.get(what),
  };
};
