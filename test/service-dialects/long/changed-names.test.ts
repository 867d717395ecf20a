import { describe, expect, it } from '@jest/globals';
import { aDialect, type Dialect, type DialectDifferences } from '../../support/dialects/dialect.ts';
import type { NameForm } from '../../support/dialects/twist.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { paired } from '../../support/size.ts';
import { countsOf, expectFinished, timesStored } from '../expectations.ts';
import { foreignTransactions } from '../held-otherwise.ts';
import { openWorlds } from '../open-worlds.ts';
import { theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;

const recognized: readonly NameForm[] = [
  'prefixed',
  'as Latin-1',
  'as Windows-1252',
  'twice as Latin-1',
  'prefixed as Latin-1',
  'as entities',
  'percent-encoded',
  'upper case without spaces',
];
const unrecognized: readonly NameForm[] = ['suffixed', 'cut off'];

/** Ids are the service's, and nothing is refused: only the name protects a sale from being sent again. */
const drawn = (seed: number, names: NameForm): Dialect => {
  const random = seededRandom(seed);
  const pick = <A>(choices: readonly [A, ...(readonly A[])]): A =>
    choices[Math.floor(random.next() * choices.length)] ?? choices[0];
  const differences: DialectDifferences = {
    ids: pick(['own texts', 'own numbers']),
    refuses: { equalIds: false, equalNames: false },
    success: { body: pick(['stored', 'id', 'empty', 'success flag']), isWrapped: false },
    list: { carries: pick(['everything', 'id and name', 'no lines']), largestPage: pick([100, 10]) },
    single: pick(['plain', 'always 404']),
  };
  return aDialect({ ...differences, twist: { names } });
};

const seeds = [1, 2, 3, 4];
const worlds = (forms: readonly NameForm[]): readonly (readonly [NameForm, number])[] => paired(forms, seeds);

describe('a service that assigns ids, refuses nothing and changes names', () => {
  it.each(worlds(recognized))(
    '(%s, seed %s): a run with an empty database recognizes its own rows',
    async (form, seed) => {
      const world = await openWorld({ dialect: drawn(seed, form) });
      await world.run();
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
      for (const _round of [1, 2]) {
        world.loseBook();
        const after = await world.run();
        expectFinished(after);
        expect(after.posts).toBe(0);
        expect(countsOf(after)).toStrictEqual({ succeeded: 0, alreadyPresent: all, failed: 0 });
      }
      const again = await world.run();
      expect(again.posts).toBe(0);
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
    },
  );

  it.each(worlds(unrecognized))(
    '(%s, seed %s): a run with an empty database stops before the first POST and says what to do',
    async (form, seed) => {
      const world = await openWorld({ dialect: drawn(seed, form) });
      await world.run();
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
      world.loseBook();
      // Nor does the next attempt, or one behind ten thousand rows that came since.
      for (const rows of [0, 0, 1_200]) {
        for (const one of foreignTransactions(rows)) world.service.hold(one);
        const after = await world.run();
        expect(after.posts).toBe(0);
        expect(after.texts).toContain('Restore the sync database');
      }
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
    },
  );

  it('and holds names of others that begin like ours, with other amounts: the sales are sent', async () => {
    const holds = theSales.map(({ identity }, index) => ({
      id: `other-${index}`,
      name: `Shopify ${identity.number ?? ''}`,
      fields: { total: 1, taxCollected: 0, currency: 'USD', transactedAt: '2020-01-01T00:00:00Z' },
    }));
    const dialect = aDialect({ ids: 'own texts', refuses: { equalIds: false, equalNames: false } });
    const world = await openWorld({ dialect, holds });
    const ran = await world.run();
    expectFinished(ran);
    expect(countsOf(ran)).toStrictEqual({ succeeded: all, alreadyPresent: 0, failed: 0 });
  });
});
