/**
 * Finds out whether an earlier run tried a transaction in vain, so that the same failing sales do not stop each run before it
 * reaches new ones.
 */
import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { ListedMatter } from '../domain/decision.ts';
import type { FailureReason } from '../domain/run.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { SyncPorts } from './ports.ts';

/** How the last attempt of an earlier run failed. */
export interface FailedBefore extends Pick<ListedMatter, 'message'> {
  readonly what: FailureReason;
}

/** The failure of an earlier run, for `PushGate.sendsOnlyUntried`; null if none is known. */
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

const isFailure = (what: string): what is FailureReason => what === 'refused' || what === 'no definitive response';
