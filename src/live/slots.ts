import { maxTasks } from './limits.ts';
import { isWaiting, type StorefrontWorker, waitsForService } from './storefront-worker.ts';

/** The slots of storefronts that may be at work at the same time: so many in all, and no more of one account. */
export interface Slots {
  readonly hasOne: (worker: StorefrontWorker) => boolean;
  readonly take: (worker: StorefrontWorker) => void;
  /** How many are taken, but for those that only wait. */
  readonly busy: () => number;
}

/**
 * A storefront that waits for its platform gives its slot to others. While one of an account waits for the service, all of
 * that account give their slots to other accounts, but keep those of their own: however many platforms and accounts hang, there
 * are slots for the others, and one account whose service is slow begins no more than it would alone.
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
