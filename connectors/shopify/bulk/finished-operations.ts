/** Wakes a waiting reader when Shopify's webhook reports its bulk operation as finished. */
import { isRecord } from '../../../src/domain/fields.ts';

export interface FinishedOperations {
  /** Takes the verified payload of any webhook; ignores webhooks that are not about a bulk operation. */
  readonly onWebhook: (payload: unknown) => void;
  /** Resolves when the operation finishes; at once, but only once, if it finished before: its status may lag behind. */
  readonly whenFinished: (operation: string) => Promise<void>;
}

/** Five operations run at a time; older ids are not waited for. */
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
            // The reader polls every few seconds; only its latest call needs a reply.
            waiting.set(operation, wake);
          }),
  };
};
