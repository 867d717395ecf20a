import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../support/seeded-random.ts';
import { sized } from '../support/size.ts';
import { drawService } from './a-drawn-service.ts';
import { untruths } from './what-is-reported.ts';

const drawn = Array.from({ length: sized({ quick: 12, all: 200 }) }, (_, index) => {
  const { words, ...service } = drawService(seededRandom(5_000 + index));
  return { seed: 5_000 + index, words, service: { ...service, words } };
});

/** Seeds that found something. */
const found = [4, 22, 32, 36, 74, 89, 92, 101, 129, 182, 380, 411, 1096].map((seed) => ({
  seed,
  service: drawService(seededRandom(seed)),
}));

describe('a service that is drawn, with what happens there', () => {
  it.each(drawn)('of seed $seed is served exactly, or stops with advice: $words', async ({ service }) => {
    expect(await untruths(service)).toStrictEqual([]);
  });

  it.each(sized({ quick: [], all: found }))('of seed $seed, which found something', async ({ service }) => {
    expect(await untruths(service)).toStrictEqual([]);
  });
});
