import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../core/instant.ts';
import type { BookError } from '../core/record-book.ts';
import type { LiveStorefront } from '../sync/live/live-storefront.ts';
import { countedDays } from '../sync/reconcile/counted-days.ts';
import { recentDays } from '../sync/reconcile/recent-days.ts';
import { reconcile } from '../sync/reconcile/reconcile.ts';
import type { EngineContext } from './engine-context.ts';
import { reconciledDays } from './limits.ts';
import type { Station } from './station.ts';

/** Compares the days before today with the service, and tells how many differences there are. Changes nothing. */
export const runReconcile = async (
  { sync, inbox, reviews, emit, isClosing }: EngineContext,
  { storefront }: Station,
  { timeZone }: LiveStorefront,
): Promise<E.Either<BookError, void>> => {
  const range = recentDays(timeZone, sync.clock.now(), reconciledDays);
  const interruptible = { ...sync, isInterrupted: () => isClosing() || sync.isInterrupted() };
  const proved = await reconcile({ sync: interruptible, inbox })([storefront], range)();
  if (E.isRight(proved)) {
    for (const { isComplete, differences } of proved.right) {
      const open = differences.filter(({ resolution }) => resolution === null).length;
      emit({ storefront, type: 'reconcile.finished', range, isComplete, differences: open });
    }
    const at = instantOfMilliseconds(sync.clock.now());
    const days = proved.right.flatMap((proof) => countedDays(proof, at));
    return reviews === undefined ? E.right(undefined) : reviews.saveCountedDays(days)();
  }
  if (proved.left._tag === 'BookError') return E.left(proved.left);
  sync.log.warn(`the reconciliation did not come to its end: ${proved.left.message}`, { storefront });
  return E.right(undefined);
};
