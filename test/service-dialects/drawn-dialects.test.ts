import { describe, expect, it } from '@jest/globals';
import { drawDialect, inWords } from '../support/dialects/draw-dialect.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { sized } from '../support/size.ts';
import { counts, countsOf, expectFinished, storedOtherwise, timesStored } from './expectations.ts';
import { openWorlds } from './open-worlds.ts';
import { theSales } from './the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;
const day = 24 * 3_600_000;

const drawn = Array.from({ length: sized({ quick: 8, all: 40 }) }, (_, index) => {
  const dialect = drawDialect(seededRandom(index + 1));
  return { seed: index + 1, words: inWords(dialect), dialect };
});

describe('a service whose dialect is drawn', () => {
  it.each(drawn)('from seed $seed is served exactly ($words)', async ({ dialect }) => {
    const world = await openWorld({ dialect });
    const first = await world.run();
    expectFinished(first);
    expect(countsOf(first)).toStrictEqual(counts(all, 0));
    expect(timesStored(world.service)).toStrictEqual({ 1: all });
    expect(storedOtherwise(world.service)).toStrictEqual([]);
    expect(first.differing).toBe(0);
    expect(first.posts).toBeLessThanOrEqual(all + 1);
    expect(first.gets).toBeLessThan(all / 2);

    const second = await world.run();
    expect(second.posts).toBe(0);
    expect(countsOf(second)).toStrictEqual(counts(0, all));

    world.loseBook();
    world.pass(day);
    world.service.catchUp();
    const third = await world.run();
    expectFinished(third);
    expect(third.posts).toBe(0);
    expect(countsOf(third)).toStrictEqual(counts(0, all));
    expect(third.differing).toBe(0);
    expect(timesStored(world.service)).toStrictEqual({ 1: all });
  });
});
