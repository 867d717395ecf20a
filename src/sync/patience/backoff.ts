/** Milliseconds. */
export interface BackoffShape {
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
  ({ base, cap }: BackoffShape) =>
  (attempt: number, random: number): number =>
    Math.floor(random * Math.min(cap, base * 2 ** (Math.max(1, attempt) - 1)));
