/**
 * Requests that records are read and settled again, as after a webhook: for a retry, a decision, or a person who corrected a
 * sale.
 */
import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { failureOf } from './failure.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import type { Operation } from './state.ts';

export const resync =
  (
    { clock, wake, storefronts }: Pick<OperationPorts, 'clock' | 'wake' | 'storefronts'>,
    { inbox }: Pick<AccountState, 'inbox'>,
    records: readonly { readonly storefront: string; readonly sourceId: string }[],
  ): Operation<number> =>
  async () => {
    const byStorefront = new Map<string, Set<string>>();
    // A storefront that is no longer configured is never read again.
    const configured = new Set(storefronts());
    for (const { storefront, sourceId } of records.filter((one) => configured.has(one.storefront)))
      byStorefront.set(storefront, (byStorefront.get(storefront) ?? new Set()).add(sourceId));
    let count = 0;
    for (const [storefront, ids] of byStorefront) {
      const enqueued = await inbox.enqueue(storefront, [...ids], instantOfMilliseconds(clock.now()))();
      if (E.isLeft(enqueued)) return E.left(failureOf(enqueued.left));
      count += ids.size;
      wake(storefront);
    }
    return E.right(count);
  };
