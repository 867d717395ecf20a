import type { Clock, Logger } from '../core/environment.ts';

/** Milliseconds between two lines about one storefront: a flood of forgeries must not flood the log. */
const between = 10_000;

/**
 * Notes deliveries that were refused, a storefront at most every ten seconds, with how many there were. Names that are not
 * configured count as one: a stranger may make up any number of them.
 */
export const refusalLog = ({
  clock,
  log,
}: {
  readonly clock: Clock;
  readonly log: Logger;
}): ((storefront: string, reason: string, key?: string) => void) => {
  const noted = new Map<string, { readonly at: number; readonly since: number }>();
  return (storefront, reason, key = storefront) => {
    const now = clock.now();
    const last = noted.get(key);
    if (last !== undefined && now >= last.at && now - last.at < between) {
      noted.set(key, { at: last.at, since: last.since + 1 });
      return;
    }
    log.warn('webhooks were refused', { storefront, reason, count: 1 + (last?.since ?? 0) });
    noted.set(key, { at: now, since: 0 });
  };
};
