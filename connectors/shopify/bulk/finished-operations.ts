import { isRecord } from '../records/is-record.ts';

/** Wakes those who wait for a bulk operation when Shopify's webhook says that it is over. */
export interface FinishedOperations {
  /** Takes the signed payload of any webhook, and rings when it is about a bulk operation. */
  readonly onWebhook: (payload: unknown) => void;
  /** Settles when the operation's resync request rings; at once when it rang before, but only once: its status may lag behind. */
  readonly whenFinished: (operation: string) => Promise<void>;
}

/** Five operations run at a time; resync requests beyond these rang for somebody else. */
const maxRemembered = 50;

export const finishedOperations = (): FinishedOperations => {
  const finished = new Set<string>();
  const waiting = new Map<string, () => void>();
  return {
    onWebhook: (payload) => {
      const id = isRecord(payload) ? payload['admin_graphql_api_id'] : undefined;
      if (typeof id !== 'string' || !/^gid:\/\/shopify\/BulkOperation\/\d+$/.test(id)) return;
      const [oldest] = finished;
      if (finished.size >= maxRemembered && oldest !== undefined) finished.delete(oldest);
      const wake = waiting.get(id);
      waiting.delete(id);
      if (wake === undefined) finished.add(id);
      else wake();
    },
    whenFinished: (operation) =>
      finished.delete(operation)
        ? Promise.resolve()
        : new Promise((wake) => {
            // Who waits asks again every few seconds; only the latest question needs an answer.
            waiting.set(operation, wake);
          }),
  };
};
