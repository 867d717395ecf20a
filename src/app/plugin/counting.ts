/** Compares days and months of a storefront with the service in this process, and keeps why the last comparison failed. */
import * as E from 'fp-ts/lib/Either.js';
import type { DateRange } from '../../domain/date-range.ts';
import { defaultAccount } from '../../domain/inbox.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { SyncFailure } from '../../pipeline/failures.ts';
import { countDays, type Reconciliation } from '../../reconcile/reconciliation.ts';
import { failureOf, type OperationFailure } from '../../operations/failure.ts';
import type { CountPorts } from '../../operations/ports.ts';
import type { OpenAccount } from './accounts.ts';
import type { Opened } from './open.ts';
import type { StorefrontTable } from './storefront-table.ts';
import type { TaxNexusError } from './tax-nexus-error.ts';

export interface Counting extends CountPorts {
  /** Resolves when no count is running. */
  readonly ended: () => Promise<void>;
}

interface CountingPorts {
  /** Left while the app is stopped, or when the sync database cannot be opened. */
  readonly opening: () => Promise<E.Either<TaxNexusError, Opened>>;
  readonly isStopped: () => boolean;
  readonly table: Pick<StorefrontTable, 'accountOf'>;
}

/** A count in progress. Only one storefront is counted at a time, because each count reads the service's whole list. */
type CountUnderWay = NonNullable<ReturnType<CountPorts['now']>>;

/** What a comparison works on. */
interface Opening {
  readonly at: Pick<Opened, 'inbox'>;
  readonly account: Pick<OpenAccount, 'sync' | 'reviews'>;
}

/** Opens and counts nothing until it is first used. */
export const counting = ({ opening, isStopped, table }: CountingPorts): Counting => {
  const failures = lastFailures();
  let current: CountUnderWay | undefined;
  const work = new Set<Promise<unknown>>();
  const tracked = <A>(promise: Promise<A>): Promise<A> => {
    const forget = (): void => void work.delete(promise);
    work.add(promise);
    promise.then(forget, forget);
    return promise;
  };
  /** Storefronts of several accounts were refused before. */
  const open = async ([first]: readonly string[]): Promise<E.Either<OperationFailure, Opening>> => {
    const at = await opening();
    if (E.isLeft(at)) return at;
    const account = await at.right.accounts.open(first === undefined ? defaultAccount : table.accountOf(first));
    return E.isLeft(account)
      ? E.left({ code: 'ACCOUNT', ...account.left })
      : E.right({ at: at.right, account: account.right });
  };
  return {
    begin: (storefront, range) => async () => {
      const opened = await open([storefront]);
      if (E.isLeft(opened)) return opened;
      if (current !== undefined) return E.right(false);
      current = { storefront, range };
      let notKept: string | undefined;
      const note = (message: string): void => {
        notKept = message;
      };
      tracked(
        compare(opened.right, [storefront], range, isStopped, note)
          .then((result) => (E.isLeft(result) ? result.left.message : notKept))
          .catch(() => 'it failed because of a bug in tax-nexus-sync; please report it')
          .then((message) => {
            failures.note(storefront, message === undefined ? [] : [message]);
          })
          .finally(() => {
            current = undefined;
          }),
      ).catch(() => undefined);
      return E.right(true);
    },
    reconcile: (storefronts, range) => async () => {
      const opened = await open(storefronts);
      if (E.isLeft(opened)) return opened;
      return E.mapLeft(failureOf)(await tracked(compare(opened.right, storefronts, range, isStopped)));
    },
    tieOut: (storefronts, month) => async () => {
      const opened = await open(storefronts);
      if (E.isLeft(opened)) return opened;
      const { at, account } = opened.right;
      const { tieOut } = await import('../../reconcile/read-tie-out.ts');
      const sync = { ...account.sync, isInterrupted: isStopped };
      return E.mapLeft(failureOf)(await tracked(tieOut({ sync, inbox: at.inbox })(storefronts, month)()));
    },
    now: () => current,
    failure: (storefront) => failures.find(storefront)[0],
    ended: async () => {
      await Promise.allSettled(work);
    },
  };
};

/**
 * Why work in this process failed, for later requests. `what` names the work: a run by its id, a count of days by its storefront.
 */
export interface LastFailures {
  /** `reasons`: one line per reason; empty when the work ended well. */
  readonly note: (what: string, reasons: readonly string[]) => void;
  /** Empty when the work ended well, never began here, or was long ago. */
  readonly find: (what: string) => readonly string[];
}

/** How many failures are kept; the oldest is forgotten. */
const most = 100;

export const lastFailures = (): LastFailures => {
  const messages = new Map<string, readonly string[]>();
  return {
    note: (what, reasons) => {
      messages.delete(what);
      if (reasons.length === 0) return;
      messages.set(what, reasons);
      const [oldest] = messages.keys();
      if (messages.size > most && oldest !== undefined) messages.delete(oldest);
    },
    find: (what) => messages.get(what) ?? [],
  };
};

/**
 * Keeps the counts of each day.
 *
 * @param onNotKept called when the counts could not be stored: the comparison is valid, but the calendar does not show it
 */
const compare = async (
  { at: { inbox }, account: { sync: ports, reviews } }: Opening,
  storefronts: readonly string[],
  range: DateRange,
  isInterrupted: () => boolean,
  onNotKept: (message: string) => void = () => undefined,
): Promise<E.Either<SyncFailure, readonly Reconciliation[]>> => {
  // Loaded when it is used, because an app can start without it.
  const { reconcile } = await import('../../reconcile/reconcile.ts');
  const proved = await reconcile({ sync: { ...ports, isInterrupted }, inbox })(storefronts, range)();
  if (E.isLeft(proved)) return proved;
  const at = instantOfMilliseconds(ports.clock.now());
  const kept = await reviews.saveDailyCounts(proved.right.flatMap((proof) => countDays(proof, at)))();
  if (E.isLeft(kept)) {
    ports.log.warn(kept.left.message);
    onNotKept(kept.left.message);
  }
  return proved;
};
