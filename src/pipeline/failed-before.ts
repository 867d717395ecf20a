import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { ListedMatter } from '../domain/decision.ts';
import type { FailureReason } from '../domain/run.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { SyncPorts } from './ports.ts';

/** A transaction that no run has sent since one tried in vain. */
export interface FailedBefore extends Pick<ListedMatter, 'message'> {
  readonly what: FailureReason;
}

const isFailure = (what: string): what is FailureReason => what === 'refused' || what === 'no definitive response';

/**
 * Whether an earlier run tried a transaction of a storefront in vain. A few that fail each time must not stop each run before it
 * comes to the others: see `PushGate.sendsOnlyUntried`.
 */
export const failedBeforeOf =
  ({ reviews, clock }: Pick<SyncPorts, 'reviews' | 'clock'>, storefront: string) =>
  async (id: string): Promise<E.Either<StoreError, FailedBefore | null>> => {
    if (reviews.findMatters === undefined) return E.right(null);
    const filter = { storefronts: [storefront], lineId: id, isSent: false, state: 'open' } as const;
    const now = instantOfMilliseconds(clock.now());
    const found = await reviews.findMatters({ ...filter, now }, { sort: 'id', after: null, limit: 10 })();
    if (E.isLeft(found)) return found;
    for (const { what, message } of found.right.matters) if (isFailure(what)) return E.right({ what, message });
    return E.right(null);
  };
