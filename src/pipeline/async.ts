import type { Clock } from '../domain/environment.ts';

/** Milliseconds. */
export interface Backoff {
  readonly base: number;
  readonly cap: number;
}

/**
 * How long to wait before the next attempt, in milliseconds: anything between nothing and a bound that doubles with each
 * attempt, so that many who failed together do not come back together.
 *
 * @param attempt how many attempts failed so far, from 1
 * @param random in [0, 1)
 * @example
 * fullJitter({ base: 500, cap: 60_000 })(3, 0.5) // 1000
 */
export const fullJitter =
  ({ base, cap }: Backoff) =>
  (attempt: number, random: number): number =>
    Math.floor(random * Math.min(cap, base * 2 ** (Math.max(1, attempt) - 1)));

/** So that an interruption is noticed within a quarter of a second, however long the wait. */
const slice = 250;

/** Waits some milliseconds, or until it is over. A clock that jumps back or stands still does not make it longer. */
export const wait = async (clock: Clock, milliseconds: number, isOver: () => boolean): Promise<void> => {
  for (let left = milliseconds; left > 0 && !isOver();) {
    const part = Math.min(left, slice);
    const before = clock.now();
    await clock.sleep(part)();
    left -= Math.max(part, clock.now() - before);
  }
};

/**
 * Works on all items, at most `limit` of them at a time, starting them in their order. The next starts as soon as one
 * ends: nobody waits for the slowest of a batch.
 */
export const inParallel =
  (limit: number) =>
  async <A>(items: readonly A[], work: (item: A) => Promise<void>): Promise<void> => {
    const rest = items[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (const item of rest) await work(item);
    };
    await Promise.all(Array.from({ length: Math.min(Math.max(1, limit), items.length) }, worker));
  };

/** A request that started. */
export interface Started {
  /** Milliseconds on the clock of whoever let it in. */
  readonly at: number;
  /** Whether no place was free after it. */
  readonly isLast: boolean;
}

/** The clock's milliseconds, but never running backwards: a clock that is set back must not stretch a pause. */
export const monotonicTime = (clock: Pick<Clock, 'now'>): (() => number) => {
  let [last, lost] = [clock.now(), 0];
  return () => {
    const now = clock.now();
    if (now < last) lost += last - now;
    last = now;
    return now + lost;
  };
};
