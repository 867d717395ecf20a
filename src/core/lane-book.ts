import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { BookError } from './record-book.ts';

/**
 * What the processes that share an API key must know of each other, kept beside the record book. Every method is atomic.
 * Times in milliseconds since 1970, by the clocks of the processes, which must agree to within a second or so.
 */
export interface LaneBook {
  /** Until when no process may ask the service anything; 0 when it never asked for a pause. */
  readonly pausedUntil: TE.TaskEither<BookError, number>;
  /**
   * The service asked for a pause. It is prolonged, never shortened; one that ends more than `mostAhead` milliseconds later
   * was noted by a wrong clock, and counts for nothing.
   */
  readonly pauseUntil: (until: number, mostAhead: number) => TE.TaskEither<BookError, void>;
  /**
   * Takes the next `count` starts for one process, `interval` milliseconds apart, none of them before `now`. Starts that
   * were taken more than `mostAhead` milliseconds ahead of `now` were taken by a wrong clock, and count for nothing. Right:
   * when the first one is.
   */
  readonly takeTurns: (turns: {
    readonly now: number;
    readonly count: number;
    readonly interval: number;
    readonly mostAhead: number;
  }) => TE.TaskEither<BookError, number>;
}
