/** Limits how many storefronts are worked on at the same time, so that slow platforms and accounts do not block the others. */
import { maxTasks } from './limits.ts';
import { isWaiting, type StorefrontWorker, waitsForService } from './states.ts';

/** The slots for storefronts that are worked on at the same time: a limit in total, and the same limit for one account. */
export interface Slots {
  readonly hasOne: (worker: StorefrontWorker) => boolean;
  readonly take: (worker: StorefrontWorker) => void;
  /** The number of taken slots, without storefronts that only wait. */
  readonly busy: () => number;
}

/**
 * A storefront that waits for its platform gives its slot to others. While a storefront waits for the service, all storefronts of
 * its account give their slots to other accounts, but still count within their account. However many platforms and accounts hang,
 * there are slots for the others, and an account whose service is slow starts no more work than it would alone.
 *
 * @param accountOf the account of a storefront
 * @param atWork what is at work now
 */
export const slotsOf = (
  accountOf: (storefront: string) => string,
  atWork: readonly StorefrontWorker[],
  now: number,
): Slots => {
  let busy = 0;
  const ofAccount = new Map<string, number>();
  const waiting = new Set(
    atWork.filter((worker) => waitsForService(worker, now)).map(({ storefront }) => accountOf(storefront)),
  );
  const take = ({ storefront }: StorefrontWorker): void => {
    const account = accountOf(storefront);
    ofAccount.set(account, (ofAccount.get(account) ?? 0) + 1);
    if (!waiting.has(account)) busy += 1;
  };
  for (const worker of atWork) if (!isWaiting(worker, now)) take(worker);
  return {
    hasOne: ({ storefront }) => busy < maxTasks && (ofAccount.get(accountOf(storefront)) ?? 0) < maxTasks,
    take,
    busy: () => busy,
  };
};
