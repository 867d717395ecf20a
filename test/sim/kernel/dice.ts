import type { Random } from '../../../src/domain/environment.ts';

/** Everything that is left to chance in a world; the same seed, the same throws. */
export interface Dice extends Random {
  /** A whole number, both ends included. */
  readonly int: (least: number, most: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <A>(choices: readonly [A, ...(readonly A[])]) => A;
  /** Dice of their own for a part of the world, so that more throws there change nothing here. */
  readonly fork: (name: string) => Dice;
}

/** Spreads a seed over 32 bits (the finaliser of MurmurHash3). */
const mixed = (value: number): number => {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
};

const seedOf = (seed: number, name: string): number => {
  let state = mixed(seed);
  for (const letter of name) state = mixed(state ^ letter.charCodeAt(0));
  return state;
};

/**
 * Dice from a seed (xoshiro128**).
 *
 * @example
 * dice(7).int(1, 6)
 */
export const dice = (seed: number): Dice => {
  let [a, b, c, d] = [mixed(seed), mixed(seed ^ 0x9e3779b9), mixed(seed ^ 0x3c6ef372), mixed(seed ^ 0xdaa66d2b) | 1];
  const next = (): number => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return (result >>> 0) / 4_294_967_296;
  };
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[int(0, choices.length - 1)] ?? choices[0],
    fork: (name) => dice(seedOf(seed, name)),
  };
};
