/** Why runs of this process ended before their time, for whoever asks later. */
export interface LastFailures {
  /** Undefined when it ended well. */
  readonly note: (runId: string, message: string | undefined) => void;
  readonly find: (runId: string) => string | undefined;
}

/** Of so many runs; the oldest is forgotten. */
const most = 100;

export const lastFailures = (): LastFailures => {
  const messages = new Map<string, string>();
  return {
    note: (runId, message) => {
      messages.delete(runId);
      if (message === undefined) return;
      messages.set(runId, message);
      const [oldest] = messages.keys();
      if (messages.size > most && oldest !== undefined) messages.delete(oldest);
    },
    find: (runId) => messages.get(runId),
  };
};
