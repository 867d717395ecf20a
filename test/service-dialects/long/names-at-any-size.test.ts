import { describe, expect, it } from '@jest/globals';
import { aDialect, type DialectDifferences } from '../../support/dialects/dialect.ts';
import { counts, countsOf, expectFinished, timesStored } from '../expectations.ts';
import { foreignTransactions, heldOtherwise } from '../held-otherwise.ts';
import { openWorlds } from '../open-worlds.ts';
import { sized } from '../../support/size.ts';
import { theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;

const dialects: readonly (readonly [string, DialectDifferences])[] = [
  ['refuses equal ids alone', { refuses: { equalNames: false } }],
  ['refuses nothing', { refuses: { equalIds: false, equalNames: false } }],
  ['assigns ids of its own and refuses nothing', { ids: 'own texts', refuses: { equalIds: false, equalNames: false } }],
  [
    'lists ids and names by position and refuses equal ids alone',
    { refuses: { equalNames: false }, list: { carries: 'id and name', cursors: 'position' } },
  ],
];

describe('a name of ours under another id, behind 10,500 foreign transactions', () => {
  it.each(sized({ quick: dialects.slice(2), all: dialects }))(
    'is found in a service that %s',
    async (_, differences) => {
      const holds = [...heldOtherwise(12, 12, 'nothing', 'our name'), ...foreignTransactions(10_500)];
      const world = await openWorld({ dialect: aDialect(differences), holds });
      const ran = await world.run();
      expectFinished(ran);
      expect(countsOf(ran)).toStrictEqual(counts(all - 1, 1));
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
      expect(ran.posts).toBeLessThanOrEqual(all);
      // The list has 106 pages. Nothing is read twice.
      expect(ran.gets).toBeLessThanOrEqual(125);

      const again = await world.run();
      expect(again.posts).toBe(0);
      expect(countsOf(again)).toStrictEqual(counts(0, all));
      expect(again.gets).toBeLessThanOrEqual(all / 2);

      world.loseBook();
      const after = await world.run();
      expect(after.posts).toBe(0);
      expect(countsOf(after)).toStrictEqual(counts(0, all));
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
    },
    60_000,
  );
});
