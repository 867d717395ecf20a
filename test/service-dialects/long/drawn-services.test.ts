import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../../support/seeded-random.ts';
import { sized } from '../../support/size.ts';
import { aDialect } from '../../support/dialects/dialect.ts';
import { drawService, withRefusals } from '../a-drawn-service.ts';
import { openWorlds } from '../open-worlds.ts';
import { theSales } from '../the-sales.ts';
import { untruths } from '../what-is-reported.ts';

const openWorld = openWorlds();
const seeds = Array.from({ length: sized({ quick: 3, all: 200 }) }, (_, index) => 5_000 + index);

/** Seeds that found something. */
const found = sized({ quick: [], all: [4, 22, 32, 36, 74, 89, 92, 101, 129, 182, 380, 411, 1_096] });

describe('a service that is drawn, with what happens there', () => {
  it.each([...found, ...seeds])('is served exactly, or stops with advice: seed %s', async (seed) => {
    const random = seededRandom(seed);
    const drawn = drawService(random);
    for (const world of [drawn, withRefusals(drawn, random)]) {
      const wrong = await untruths(world);
      expect(wrong.length === 0 ? [] : [world.words, ...wrong]).toStrictEqual([]);
    }
  });
});

describe('the webhooks of these worlds', () => {
  it('have sales sent that no sync has read', async () => {
    const world = await openWorld({ dialect: aDialect(), sales: theSales.slice(0, 3) });
    await world.run();
    world.sell(theSales);
    const lines = await world.arrive(theSales.slice(3).map(({ identity }) => identity.recordId));
    expect(lines.filter(({ outcome }) => outcome === 'succeeded')).toHaveLength(theSales.length - 3);
    expect(world.service.stored()).toHaveLength(theSales.length);
  });
});
