/** Draws that depend on nothing but the seeds: the same seeds give the same draws, on every machine and for ever. */
export interface Draw {
  /** In [0, 1). */
  readonly next: () => number;
  /** A whole number from 0 up to, but without, `below`. */
  readonly whole: (below: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <A>(choices: readonly [A, ...A[]]) => A;
}

/**
 * Draws from a row of whole numbers; each of them counts, and so does their order.
 *
 * @example
 * seededRandom(7, 1001).whole(6) // the same throw of the die whenever 7 and 1001 meet
 */
export const seededRandom = (...seeds: readonly number[]): Draw => {
  let state = seeds.reduce((mixed, seed) => scramble(mixed + scramble(seed + 0x9e3779b9)), 0x2545f491);
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    return scramble(state) / 2 ** 32;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[whole(choices.length)] ?? choices[0],
  };
};

/** The finalizer of MurmurHash3: neighboring numbers come out with nothing in common. */
const scramble = (value: number): number => {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};
