import type { Store } from './app/store.ts';
import type { Setting } from './world/setting.ts';
import type { Truth } from './world/truth.ts';

/** What platforms hide for a while; a clock that goes wrong adds to it. Milliseconds. */
const settling = 5 * 60_000;

/** Whether nothing is open in the sync database, and all changes were caught up. */
export const isAtPeace = ({
  store,
  setting,
  truth,
  since,
}: {
  readonly store: Store;
  readonly setting: Setting;
  readonly truth: Truth;
  readonly since: number;
}): boolean => {
  const caughtUpTo = store.caughtUpTo();
  const isCaughtUp = (storefront: string): boolean =>
    Date.parse(caughtUpTo.get(storefront) ?? '') > since + settling + Math.max(0, ...setting.skews);
  return (
    store.resyncRequests().every(({ isParked }) => isParked) &&
    store
      .submissions()
      .every(({ status, sourceId }) => status !== 'intent' || truth.expectationOf(sourceId) === 'either') &&
    (setting.liveSince === null || setting.storefronts.every(isCaughtUp))
  );
};
