import * as E from 'fp-ts/lib/Either.js';
import type { DateRange } from '../../domain/date-range.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import { countDays } from '../../reconcile/reconciliation.ts';
import type { ScreenCounts } from '../../web/index.ts';
import type { OpenAccount } from './accounts.ts';
import type { Opened } from './open.ts';
import type { StorefrontTable } from './storefront-table.ts';

interface CountingPorts {
  /** Rejects while it is stopped, or when it cannot be opened. */
  readonly opened: () => Promise<Opened>;
  readonly isStopped: () => boolean;
  readonly table: Pick<StorefrontTable, 'accountOf'>;
}

/** A count under way: one storefront at a time, because each count reads the service's whole list. */
type CountUnderWay = NonNullable<ReturnType<ScreenCounts['now']>>;

/** Counts days at their source and at the service, in the background of this process. */
export interface Counting extends Pick<ScreenCounts, 'now' | 'failure'> {
  /** False when something is being counted already. */
  readonly begin: (storefront: string, range: DateRange) => Promise<boolean>;
  /** Resolves when nothing is being counted any more. */
  readonly ended: () => Promise<void>;
}

const count = async (
  { inbox }: Pick<Opened, 'inbox'>,
  { sync: ports, reviews }: OpenAccount,
  { storefront, range }: CountUnderWay,
  isInterrupted: () => boolean,
): Promise<string | undefined> => {
  // Loaded when it is used: an app's start does without it.
  const { reconcile } = await import('../../reconcile/reconcile.ts');
  const proved = await reconcile({ sync: { ...ports, isInterrupted }, inbox })([storefront], range)();
  if (E.isLeft(proved)) return proved.left.message;
  const at = instantOfMilliseconds(ports.clock.now());
  const kept = await reviews.saveDailyCounts(proved.right.flatMap((proof) => countDays(proof, at)))();
  return E.isLeft(kept) ? kept.left.message : undefined;
};

/** Opens and counts nothing until it is first used. */
export const counting = ({ opened, isStopped, table }: CountingPorts): Counting => {
  const failures = lastFailures();
  let current: CountUnderWay | undefined;
  let work: Promise<void> = Promise.resolve();
  return {
    begin: async (storefront, range) => {
      const at = await opened();
      const account = await at.account(table.accountOf(storefront));
      if (current !== undefined) return false;
      const underWay = { storefront, range };
      current = underWay;
      work = count(at, account, underWay, isStopped)
        .catch(() => 'it failed by a defect of tax-nexus-sync; please report it')
        .then((message) => {
          failures.note(storefront, message === undefined ? [] : [message]);
          current = undefined;
        });
      return true;
    },
    now: () => current,
    failure: (storefront) => failures.find(storefront)[0],
    ended: () => work,
  };
};

/**
 * Why work of this process failed, for later requests. `what` names the work: a run by its id, a count of days by its
 * storefront.
 */
export interface LastFailures {
  /** `reasons`: why, a line each; none when it ended well. */
  readonly note: (what: string, reasons: readonly string[]) => void;
  /** None when it ended well, never began here, or was long ago. */
  readonly find: (what: string) => readonly string[];
}

/** Failures that are kept; the oldest is forgotten. */
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
