/** The interface through which processes with the same API key share its rate limit, so that together they stay within it. */
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreError } from './sync-store.ts';

/**
 * Every method is atomic. Times in milliseconds since 1970, by the clocks of the processes, which must agree to within a
 * second or so.
 */
export interface RateLimitStore {
  /** Until when no process may send a request; 0 when the service never asked for a pause. */
  readonly pausedUntil: TE.TaskEither<StoreError, number>;
  /**
   * The service asked for a pause. It is prolonged, never shortened; a stored pause that ends more than `maxAhead`
   * milliseconds later was written by a wrong clock and is ignored.
   */
  readonly pauseUntil: (until: number, maxAhead: number) => TE.TaskEither<StoreError, void>;
  /**
   * Reserves the next `count` request starts for one process, `interval` milliseconds apart, none of them before `now`.
   * Starts reserved more than `maxAhead` milliseconds ahead of `now` come from a wrong clock and are ignored. Right: the
   * time of the first one.
   */
  readonly reserveStarts: (starts: {
    readonly now: number;
    readonly count: number;
    readonly interval: number;
    readonly maxAhead: number;
  }) => TE.TaskEither<StoreError, number>;
}
