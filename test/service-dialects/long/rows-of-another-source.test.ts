import { describe, expect, it } from '@jest/globals';
import { aDialect, type DialectDifferences } from '../../support/dialects/dialect.ts';
import { countsOf, expectFinished, findingsOf } from '../expectations.ts';
import { openWorlds } from '../open-worlds.ts';
import { keyOfNumber, theSales } from '../the-sales.ts';
import { heldOf } from '../truth-of.ts';

const openWorld = openWorlds();
const all = theSales.length;
const held = theSales.slice(2, 8);

/** Six sales as another source wrote them: under its own ids, with our names, and three dollars more. */
const ofAnother = held.map((sale, index) => {
  const { fields, ...rest } = heldOf(sale);
  return { ...rest, id: `other-${index}`, fields: { ...fields, total: Number(fields['total']) + 3 } };
});

const kinds: readonly (readonly [string, DialectDifferences])[] = [
  ['keeps our ids', {}],
  ['keeps our ids and lists ids and names', { list: { carries: 'id and name' } }],
  ['assigns ids', { ids: 'own texts' }],
  ['assigns numbers and refuses nothing', { ids: 'own numbers', refuses: { equalIds: false, equalNames: false } }],
];

describe.each(kinds)('a service that %s, and holds six of our names by another source', (_, differences) => {
  it('sync, reconcile and explain say alike that these are present and differ', async () => {
    const world = await openWorld({ dialect: aDialect(differences), holds: ofAnother });
    const ran = await world.run();
    expectFinished(ran);
    expect(countsOf(ran)).toStrictEqual({ succeeded: all - 6, alreadyPresent: 6, failed: 0 });
    const isShown = differences.list === undefined;
    expect(findingsOf(ran, isShown ? 'differs' : 'not compared')).toBe(6);
    const { proof } = await world.reconcile();
    expect(proof).toMatchObject({ isComplete: false, differing: 6, notCompared: 0 });
    expect(proof.differences.map(({ kind, sourceId }) => `${kind} ${sourceId}`).sort()).toStrictEqual(
      [3, 4, 5, 6, 7, 8].map((number) => `differs ${keyOfNumber(number)}`),
    );
    for (const number of [3, 8]) expect(await world.explain(keyOfNumber(number))).toBe('Differs');
    expect(await world.explain(keyOfNumber(9))).toBe('Same');
    expect(world.service.stored()).toHaveLength(all);
  });
});
