import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../support/seeded-random.ts';
import { sized } from '../support/size.ts';
import { drawService } from './a-drawn-service.ts';
import { untruths } from './what-is-reported.ts';

const seeds = Array.from({ length: sized({ quick: 10, all: 200 }) }, (_, index) => 5_000 + index);

/** Seeds that found something. */
const found = sized({ quick: [], all: [4, 22, 32, 36, 74, 89, 92, 101, 129, 182, 380, 411, 1_096] });

describe('a service that is drawn, with what happens there', () => {
  it.each([...found, ...seeds])('is served exactly, or stops with advice: seed %s', async (seed) => {
    const { words, ...service } = drawService(seededRandom(seed));
    const wrong = await untruths({ ...service, words });
    expect(wrong.length === 0 ? [] : [words, ...wrong]).toStrictEqual([]);
  });
});
