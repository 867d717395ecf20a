/** Reads from which to which day a storefront was ever synced, because a run also settles changed sales of earlier ranges. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { DateRange } from '../domain/date-range.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { SyncPorts } from './ports.ts';
import { withRetryOn } from './store-with-retry.ts';

/** From the first to the last synced day, with `range`, the range of the present run. */
export const readSyncedDays = async (
  ports: Pick<SyncPorts, 'reviews' | 'clock' | 'random'>,
  storefront: string,
  range: DateRange,
): Promise<E.Either<StoreError, DateRange>> => {
  const synced = await withRetryOn(ports)(ports.reviews.syncedDays(storefront))();
  return E.map((days: O.Option<DateRange>) => {
    const { from, to } = O.getOrElse(() => range)(days);
    return { from: range.from < from ? range.from : from, to: range.to > to ? range.to : to };
  })(synced);
};
