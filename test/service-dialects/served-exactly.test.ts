import { describe, expect, it } from '@jest/globals';
import { counts, countsOf, expectFewGets, expectFinished, storedOtherwise, timesStored } from './expectations.ts';
import type { Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import { openWorlds } from './open-worlds.ts';
import { sized } from '../support/size.ts';
import { theSales } from './the-sales.ts';

const openWorld = openWorlds();

/** `npm test` serves each fifth kind. */
const someOf = <A>(all: readonly A[]): readonly A[] =>
  all.filter((_, index) => index % sized({ quick: 5, all: 1 }) === 0);

const day = 24 * 3_600_000;

/** Nothing can be compared where the list says no more than the contract promises. */
const isListBare = ({ dialect }: Kind): boolean =>
  dialect.list.carries === 'id and name' || dialect.list.carries === 'id, name and tax';

const serve = async (kind: Kind): Promise<void> => {
  const { dialect, wire } = kind;
  const world = await openWorld({ dialect, ...(wire && { wire }) });
  const all = theSales.length;

  const first = await world.run();
  expectFinished(first);
  expect(timesStored(world.service)).toStrictEqual({ 1: all });
  expect(storedOtherwise(world.service, kind.leavesOut)).toStrictEqual([]);
  expect(countsOf(first)).toStrictEqual(counts(all, 0));
  expect(first.differing).toBe(0);
  expect(first.posts).toBeLessThanOrEqual(all + 1);
  expectFewGets(first);

  const second = await world.run();
  expectFinished(second);
  expect(second.posts).toBe(0);
  expect(countsOf(second)).toStrictEqual(counts(0, all));
  expect(second.differing).toBe(0);
  expectFewGets(second);

  world.loseBook();
  world.pass(day);
  world.service.catchUp();
  const third = await world.run();
  expectFinished(third);
  expect(timesStored(world.service)).toStrictEqual({ 1: all });
  expect(third.posts).toBe(0);
  expect(countsOf(third)).toStrictEqual(counts(0, all));
  expect({ differing: third.differing, notCompared: third.notCompared }).toStrictEqual({
    differing: 0,
    notCompared: isListBare(kind) ? all : 0,
  });
  expectFewGets(third);
};

describe.each(Object.keys(kinds) as readonly (keyof typeof kinds)[])('a service by how it is %s', (group) => {
  it.each(someOf(kinds[group]))('$name: each of 24 sales is stored once, and the report is true', serve);
});
