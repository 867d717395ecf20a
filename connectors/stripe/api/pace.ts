import type { Clock } from '../../../src/domain/environment.ts';

/** Requests per second that are never exceeded for long, and how many may go at once after a quiet time. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Stripe allows 25 requests per second and endpoint, and 100 in all (25 for test data), reads and writes of everybody who
 * uses the account together (docs.stripe.com/rate-limits). We leave a fifth to the merchant's own shop.
 */
const perEndpoint: Rate = { perSecond: 20, burst: 4 };
export const inAll = (mode: 'live' | 'test'): Rate =>
  mode === 'live' ? { perSecond: 80, burst: 16 } : { perSecond: 20, burst: 4 };

/** One token bucket; gives the milliseconds to wait, and counts the request as made. */
const bucket = ({ perSecond, burst }: Rate): ((now: number) => number) => {
  const spacing = 1000 / perSecond;
  let fullAt = 0;
  return (now) => {
    fullAt = Math.max(now, fullAt) + spacing;
    return Math.max(0, fullAt - spacing * burst - now);
  };
};

/** Waits until a request to an endpoint may go. All requests of one connector pass through one pace. */
export const makePace = (clock: Clock, all: Rate, each: Rate = perEndpoint): ((endpoint: string) => Promise<void>) => {
  const total = bucket(all);
  const buckets = new Map<string, (now: number) => number>();
  return async (endpoint) => {
    const own = buckets.get(endpoint) ?? bucket(each);
    buckets.set(endpoint, own);
    const now = clock.now();
    const wait = Math.max(own(now), total(now));
    if (wait > 0) await clock.sleep(wait)();
  };
};
