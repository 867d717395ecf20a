import { seededRandom } from './seeded-random.ts';
import type { Random } from '../../src/domain/environment.ts';

/**
 * How much a test run tries. `quick`: one thread through each campaign (`npm test`). `all`: what a push must pass
 * (`npm run test:all`). `night`: one round of `npm run campaigns`, with seeds that no round before it had.
 */
type Size = 'quick' | 'all' | 'night';

const given = process.env['TEST_SIZE'];
const size: Size = given === 'all' || given === 'night' ? given : 'quick';

export const isNight = size === 'night';

/**
 * What this run takes of something that has a size.
 *
 * @example
 * const worlds = sized({ quick: 12, all: 60 });
 */
export const sized = <T>({ quick, all }: { readonly quick: T; readonly all: T }): T => (size === 'quick' ? quick : all);

/**
 * Each of two lists with each of the other. `quick`: each of both at least once, which is as many cases as the longer list has.
 *
 * @example
 * it.each(paired(services, troubles))('%s, after %s', ...);
 */
export const paired = <A, B>(ones: readonly A[], others: readonly B[]): readonly (readonly [A, B])[] => {
  const each = ones.flatMap((one) => others.map((other) => [one, other] as const));
  const among = <T>(all: readonly T[], index: number): T => all[index % all.length] as T;
  const length = Math.max(ones.length, others.length);
  return sized({
    quick: Array.from({ length }, (_, index) => [among(ones, index), among(others, index)] as const),
    all: each,
  });
};

/** Which round of a night this is; 0 in all other runs, which try the same each time. */
const round = Number(process.env['TEST_ROUND'] ?? 0);

/** A seed of this round: another round never gives the same, as long as a suite has fewer than a million. */
const seedOf = (seed: number): number => round * 1_000_000 + seed;

/** Random numbers that belong to a seed of this round. */
export const randomOf = (seed: number): Random => seededRandom(seedOf(seed));
