import { describe, expect, it } from '@jest/globals';
import { aDialect, type ExistsBody } from '../../support/dialects/dialect.ts';
import { counts, countsOf, expectFinished, timesStored } from '../expectations.ts';
import { heldOtherwise } from '../held-otherwise.ts';
import { openWorlds } from '../open-worlds.ts';
import { theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;

const bodies: readonly ExistsBody[] = [
  'issues',
  'empty',
  'HTML',
  'text',
  'stored',
  'wrapped',
  'id',
  'list of errors',
  'null',
];

/** A list that does not show them for a day: a 409 alone says that they are there. */
const late = { delay: { milliseconds: 24 * 3_600_000 } } as const;

describe('a 409', () => {
  it.each(bodies)('with a body of this kind means that the sale is present: %s', async (exists) => {
    const world = await openWorld({
      dialect: aDialect({ exists, list: late }),
      holds: heldOtherwise(1, all, 'nothing'),
    });
    const ran = await world.run();
    expectFinished(ran);
    expect(countsOf(ran)).toStrictEqual(counts(0, all));
    expect(ran.differing).toBe(0);
    expect(timesStored(world.service)).toStrictEqual({ 1: all });
    expect(ran.posts).toBeLessThanOrEqual(all + 1);
    const again = await world.run();
    expect(again.posts).toBe(0);
    expect(countsOf(again)).toStrictEqual(counts(0, all));
  });

  it.each(['issues', 'stored'] as const)(
    'about a name that another id has means that the sale is present: %s',
    async (exists) => {
      const world = await openWorld({
        dialect: aDialect({ exists, list: late }),
        holds: heldOtherwise(1, 9, 'nothing', 'our name'),
      });
      const ran = await world.run();
      // What names no transaction proves nothing until the list shows it.
      if (exists === 'issues') {
        expect(ran.report.alreadyPresent).toBe(0);
        expect(ran.posts).toBeLessThanOrEqual(20);
        expect(ran.texts).toContain('409');
        world.pass(25 * 3_600_000);
        await world.run();
        expectFinished(await world.run());
        expect((await world.reconcile()).proof).toMatchObject({ isComplete: true, differences: [] });
      } else {
        expectFinished(ran);
        expect(countsOf(ran)).toStrictEqual(counts(all - 9, 9));
      }
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
    },
  );

  it.each(['issues', 'empty', 'id'] as const)(
    'where ids are the service’s, means that the name is there: %s',
    async (exists) => {
      const world = await openWorld({
        dialect: aDialect({ ids: 'own texts', exists, list: late }),
        holds: heldOtherwise(1, 9, 'nothing'),
      });
      const ran = await world.run();
      if (exists !== 'id') {
        expect(ran.report.alreadyPresent).toBe(0);
        expect(ran.posts).toBeLessThanOrEqual(20);
        world.pass(25 * 3_600_000);
        await world.run();
        expectFinished(await world.run());
        expect((await world.reconcile()).proof).toMatchObject({ isComplete: true, differences: [] });
      } else {
        expectFinished(ran);
        expect(countsOf(ran)).toStrictEqual(counts(all - 9, 9));
        expect(ran.posts).toBeLessThanOrEqual(all + 1);
      }
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
    },
  );

  it.each(['stored', 'wrapped'] as const)('that shows other money is a difference: %s', async (exists) => {
    const world = await openWorld({ dialect: aDialect({ exists, list: late }), holds: heldOtherwise(3, 11, 'a cent') });
    const ran = await world.run();
    expect(countsOf(ran)).toStrictEqual(counts(all - 9, 9));
    expect(ran.differing).toBe(9);
  });

  it.each(['empty', 'issues'] as const)(
    'that shows nothing is a difference, or is not compared: %s',
    async (exists) => {
      const world = await openWorld({
        dialect: aDialect({ exists, list: late }),
        holds: heldOtherwise(3, 11, 'a cent'),
      });
      const ran = await world.run();
      expect(countsOf(ran)).toStrictEqual(counts(all - 9, 9));
      expect(Number(ran.differing) + Number(ran.notCompared)).toBe(9);
    },
  );
});
