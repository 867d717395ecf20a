import { describe, expect, it } from '@jest/globals';
import { aDialect, type Demands } from '../../support/dialects/dialect.ts';
import type { Wire } from '../a-dialect-world.ts';
import { counts, countsOf, expectFinished, timesStored } from '../expectations.ts';
import { openWorlds } from '../open-worlds.ts';
import { theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;

const names = { transactedAt: 'occurredAt', 'shipToAddress.zip': 'shipToAddress.postalCode' };

const changes: readonly (readonly [string, Partial<Demands>, Wire])[] = [
  ['texts for amounts', { amounts: 'string' }, { amounts: 'string' }],
  ['minor units', { amounts: 'minorUnits' }, { amounts: 'minorUnits' }],
  ['other names for fields', { names }, { names }],
  ['no null address parts', { parts: 'no nulls' }, { nulls: 'omit' }],
];

describe('settings of the wire that change over sent history', () => {
  it.each(changes)(
    'from the plain ones to %s: nothing is sent again, and nothing differs',
    async (_, demands, wire) => {
      const world = await openWorld({ dialect: aDialect() });
      const first = await world.run();
      expectFinished(first);
      expect(first.texts).not.toContain('sent before');
      world.service.become(aDialect({ demands }));
      world.setWire(wire);

      const second = await world.run();
      expectFinished(second);
      expect(second.posts).toBe(0);
      expect(countsOf(second)).toStrictEqual(counts(0, all));
      expect(second.differing).toBe(0);
      expect(second.texts).toContain('sent before with another API key, address or service.wire');

      world.loseBook();
      const third = await world.run();
      expectFinished(third);
      expect(third.posts).toBe(0);
      expect({ ...countsOf(third), differing: third.differing, notCompared: third.notCompared }).toStrictEqual({
        ...counts(0, all),
        differing: 0,
        notCompared: 0,
      });
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
    },
  );
});
