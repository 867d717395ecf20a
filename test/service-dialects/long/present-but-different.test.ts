import { describe, expect, it } from '@jest/globals';
import { aDialect, type DialectDifferences } from '../../support/dialects/dialect.ts';
import { counts, countsOf, expectFewGets, expectFinished, findingsOf, timesStored } from '../expectations.ts';
import { type Difference, heldOtherwise, type Under } from '../held-otherwise.ts';
import { openWorlds } from '../open-worlds.ts';
import { theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;
/** The sales of the numbers 3 to 11 are there already. */
const [from, to, present] = [3, 11, 9] as const;

interface Case {
  readonly name: string;
  readonly difference: Difference;
  readonly under?: Under;
  readonly dialect?: DialectDifferences;
  readonly differing: number;
  readonly notCompared: number;
}

const differing = (name: string, difference: Difference, more: Partial<Case> = {}): Case => ({
  name,
  difference,
  differing: difference === 'nothing' ? 0 : present,
  notCompared: 0,
  ...more,
});

const bare = { differing: 0, notCompared: present };
const itsOwnForm: DialectDifferences = {
  stores: [
    'ZIP+4',
    'country as USA',
    'upper case texts',
    'no accents',
    'default entity',
    'day alone',
    'float noise',
    'new line ids',
  ],
};

const cases: readonly Case[] = [
  differing('holds them as they are', 'nothing'),
  differing('holds a cent more', 'a cent'),
  differing('holds another tax', 'the tax'),
  differing('holds another state', 'the state'),
  differing('holds another day', 'the day'),
  differing('holds a resale where there is none, or none where there is one', 'a resale'),
  differing('holds a cent more and lists no lines', 'a cent', { dialect: { list: { carries: 'no lines' } } }),
  differing('holds a cent more as a text', 'a cent', { dialect: { stores: ['numeric texts'] } }),
  differing('holds a cent more and stores everything in a form of its own', 'a cent', { dialect: itsOwnForm }),
  differing('holds another day and stores the day alone', 'the day', { dialect: { stores: ['day alone'] } }),
  differing('holds another state and stores lower case texts', 'the state', {
    dialect: { stores: ['lower case texts'] },
  }),
  differing('holds a cent more and lists ids and names', 'a cent', {
    dialect: { list: { carries: 'id and name' } },
    ...bare,
  }),
  differing('holds another state and lists ids, names and tax', 'the state', {
    dialect: { list: { carries: 'id, name and tax' } },
    ...bare,
  }),
  differing('holds them under our names and other ids', 'nothing', { under: 'our name' }),
  differing('holds a cent more under our names and other ids', 'a cent', { under: 'our name' }),
  differing('holds them under our ids and other names', 'nothing', { under: 'our id' }),
  differing('holds a cent more under our ids and other names', 'a cent', { under: 'our id' }),
  differing('holds them under our names, with ids of its own, and refuses nothing', 'nothing', {
    dialect: { ids: 'own texts', refuses: { equalIds: false, equalNames: false } },
  }),
  differing('holds a cent more under our names, with numbers of its own', 'a cent', {
    dialect: { ids: 'own numbers' },
  }),
  differing('holds them under our names in upper case and refuses equal ids alone', 'nothing', {
    under: 'our name',
    dialect: { refuses: { equalNames: false }, stores: ['upper case texts'] },
  }),
];

describe('a service that holds 9 of 24 sales already', () => {
  it.each(cases)('$name: they are present, the others are posted, and the report says what differs', async (one) => {
    const { difference, under, dialect } = one;
    const world = await openWorld({ dialect: aDialect(dialect), holds: heldOtherwise(from, to, difference, under) });
    const ran = await world.run();
    expectFinished(ran);
    expect(countsOf(ran)).toStrictEqual(counts(all - present, present));
    expect({ differing: ran.differing, notCompared: ran.notCompared }).toStrictEqual({
      differing: one.differing,
      notCompared: one.notCompared,
    });
    expect(findingsOf(ran, 'differs')).toBe(one.differing);
    expect(findingsOf(ran, 'not compared')).toBe(one.notCompared);
    expect(world.service.journal.filter(({ isForeign }) => !isForeign)).toHaveLength(all - present);
    expect(timesStored(world.service, under === 'our id' ? theSales.slice(to) : theSales)).toStrictEqual({
      1: under === 'our id' ? all - to : all,
    });
    expect(ran.posts).toBeLessThanOrEqual(all - present + 1);
    expectFewGets(ran);

    const again = await world.run();
    expect(again.posts).toBe(0);
    expect(countsOf(again)).toStrictEqual(counts(0, all));
    expect(again.differing).toBe(one.differing);
  });

  it('names the field and both amounts on the line, and no personal data', async () => {
    const world = await openWorld({ dialect: aDialect(), holds: heldOtherwise(3, 3, 'a cent') });
    const ran = await world.run();
    const line = ran.entries.find(({ findings }) => (findings as readonly string[]).includes('differs'));
    expect(line?.outcome).toBe('alreadyPresent');
    expect(line?.message).toMatch(/total/);
    expect(line?.message).toMatch(/112\.28/);
    expect(line?.message).toMatch(/112\.29/);
    expect(ran.texts).not.toMatch(/Congress|Austin/i);
  });
});
