/**
 * Why work of this process failed, for later requests. `what` names the work: a run by its id, a count of days by its
 * storefront.
 */
export interface LastFailures {
  /** `reasons`: why, a line each; none when it ended well. */
  readonly note: (what: string, reasons: readonly string[]) => void;
  /** None when it ended well, never began here, or was long ago. */
  readonly find: (what: string) => readonly string[];
}

/** Failures that are kept; the oldest is forgotten. */
const most = 100;

export const lastFailures = (): LastFailures => {
  const messages = new Map<string, readonly string[]>();
  return {
    note: (what, reasons) => {
      messages.delete(what);
      if (reasons.length === 0) return;
      messages.set(what, reasons);
      const [oldest] = messages.keys();
      if (messages.size > most && oldest !== undefined) messages.delete(oldest);
    },
    find: (what) => messages.get(what) ?? [],
  };
};
