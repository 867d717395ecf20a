import type { ObservableCallback } from '@opentelemetry/api';
import { millisecondsOf } from '../../domain/instant.ts';
import type { InboxState } from '../../domain/inbox.ts';
import type { Meters } from './meters.ts';

/**
 * Shows how much waits whenever the host's SDK asks. Returns the function that ends that.
 *
 * @param now milliseconds since 1970
 */
export const observeQueue = (
  { queueDepth, queueOldestAge }: Meters,
  read: () => Promise<readonly InboxState[]>,
  now: () => number,
): (() => void) => {
  const depth: ObservableCallback = async (result) => {
    for (const { storefront, due } of await read()) result.observe(due, { storefront });
  };
  const age: ObservableCallback = async (result) => {
    for (const { storefront, oldest } of await read()) {
      result.observe(oldest === null ? 0 : Math.max(0, now() - millisecondsOf(oldest)), { storefront });
    }
  };
  queueDepth.addCallback(depth);
  queueOldestAge.addCallback(age);
  return () => {
    queueDepth.removeCallback(depth);
    queueOldestAge.removeCallback(age);
  };
};
