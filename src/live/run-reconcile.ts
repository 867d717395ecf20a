import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange } from '../domain/date-range.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { LiveStorefront } from './live-storefront.ts';
import { countDays, recentDays } from '../reconcile/daily-counts.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { runAgainLater } from '../pipeline/run-again-later.ts';
import type { FailureCause, SyncFailure } from '../pipeline/failures.ts';
import type { LiveContext } from './live-context.ts';
import { reconciledDays } from './limits.ts';
import { noteQuestions, type StorefrontWorker } from './storefront-worker.ts';

interface Unproved {
  readonly cause: FailureCause;
  readonly message: string;
}

/** A storefront that the configuration lacks by now was removed while it was reconciled. */
const causeOfFailure = (failure: SyncFailure): FailureCause => ('cause' in failure ? failure.cause : 'interrupted');

/** What is to be done about one that did not come to its end. What fits into no tick would be begun each night in vain. */
const undone = (storefront: string, { from, to }: DateRange, { cause, message }: Unproved): string => {
  const atOnce = `run tax-nexus reconcile --storefront ${storefront} --from ${from} --to ${to}`;
  const what = `The reconciliation of ${from} to ${to} did not come to its end and proves nothing`;
  const why = message.replace(`${storefront}: `, '').replace(`. ${runAgainLater}`, '');
  return cause === 'interrupted'
    ? `${what}: its time was up, or it was stopped. For a proof ${atOnce}; where it happens again, give a tick more time (budgetMs, run-due --budget). When it ended: ${why}`
    : `${what}. It is begun anew at its next time; for a proof before that ${atOnce}. What was in the way: ${why}`;
};

/**
 * Compares the days before today, from the first day on, with the service, and reports how many differences there
 * are. Changes nothing. Right(false) when it did not come to its end, and so proves nothing; Left when the record book fails.
 */
export const runReconcile = async (
  { sync, inbox, reviews, emit, isClosing, onTrouble, steadyNow }: LiveContext,
  worker: StorefrontWorker,
  { timeZone, firstDay }: LiveStorefront,
): Promise<E.Either<StoreError, boolean>> => {
  const { storefront } = worker;
  const recent = recentDays(timeZone, sync.clock.now(), reconciledDays);
  const first = await firstDay.after(recent.from);
  if (E.isLeft(first)) return first;
  const range = { ...recent, from: first.right ?? recent.from };
  // It went live today: live work sends nothing of the days before.
  if (range.from > range.to) return E.right(true);
  const interruptible = {
    ...sync,
    onQuestion: noteQuestions(worker, steadyNow),
    isInterrupted: () => isClosing() || sync.isInterrupted(),
  };
  const proved = await reconcile({ sync: interruptible, inbox })([storefront], range)();
  if (E.isRight(proved)) {
    for (const { isComplete, differences } of proved.right) {
      const open = differences.filter(({ resolution }) => resolution === null).length;
      emit({ storefront, type: 'reconcile.finished', range, isComplete, differences: open });
    }
    const at = instantOfMilliseconds(sync.clock.now());
    const days = proved.right.flatMap((proof) => countDays(proof, at));
    const kept = await (reviews?.saveDailyCounts(days) ?? TE.right(undefined))();
    return E.isLeft(kept) ? kept : E.right(true);
  }
  if (proved.left._tag === 'BookError') return E.left(proved.left);
  const { message: why } = proved.left;
  sync.log.warn(`the reconciliation did not come to its end: ${why}`, { storefront });
  const cause = causeOfFailure(proved.left);
  const message = undone(storefront, range, { cause, message: why });
  emit({ storefront, type: 'reconcile.failed', range, cause, message });
  onTrouble({ storefront, task: 'reconcile', cause, message });
  return E.right(false);
};
