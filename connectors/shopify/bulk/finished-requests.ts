import { isRecord } from '../records/is-record.ts';

/** Wakes those who wait for a bulk operation when Shopify's webhook says that it is over. */
export interface FinishedRequests {
  /** Takes the signed payload of any webhook, and rings when it is about a bulk operation. */
  readonly hear: (payload: unknown) => void;
  /** Settles when the operation's resync request rings; at once when it rang before, but only once: its status may lag behind. */
  readonly rung: (operation: string) => Promise<void>;
}

/** Five operations run at a time; resync requests beyond these rang for somebody else. */
const mostRemembered = 50;

export const finishedRequests = (): FinishedRequests => {
  const over = new Set<string>();
  const waiting = new Map<string, () => void>();
  return {
    hear: (payload) => {
      const id = isRecord(payload) ? payload['admin_graphql_api_id'] : undefined;
      if (typeof id !== 'string' || !/^gid:\/\/shopify\/BulkOperation\/\d+$/.test(id)) return;
      const [oldest] = over;
      if (over.size >= mostRemembered && oldest !== undefined) over.delete(oldest);
      const wake = waiting.get(id);
      waiting.delete(id);
      if (wake === undefined) over.add(id);
      else wake();
    },
    rung: (operation) =>
      over.delete(operation)
        ? Promise.resolve()
        : new Promise((wake) => {
            // Who waits asks again every few seconds; only the latest question needs an answer.
            waiting.set(operation, wake);
          }),
  };
};
