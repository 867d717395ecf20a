import type { Clock, Logger } from '../domain/environment.ts';

/** Milliseconds between two lines about one storefront: a flood of forgeries must not flood the log. */
const between = 10_000;

/**
 * Notes deliveries that were refused, a storefront at most every ten seconds, with how many there were. Names that are not
 * configured are null: they count as one, for there may be any number of them, and are not logged, for a stranger wrote them.
 */
export const refusalLog = ({
  clock,
  log,
}: {
  readonly clock: Clock;
  readonly log: Logger;
}): ((storefront: string | null, reason: string) => void) => {
  const noted = new Map<string | null, { readonly at: number; readonly since: number }>();
  return (storefront, reason) => {
    const now = clock.now();
    const last = noted.get(storefront);
    if (last !== undefined && now >= last.at && now - last.at < between) {
      noted.set(storefront, { at: last.at, since: last.since + 1 });
      return;
    }
    const named = storefront === null ? {} : { storefront };
    log.warn('webhooks were refused', { ...named, reason, count: 1 + (last?.since ?? 0) });
    noted.set(storefront, { at: now, since: 0 });
  };
};
