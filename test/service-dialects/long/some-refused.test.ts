import { describe, expect, it } from '@jest/globals';
import type { Policy } from '../../../src/mapping/policy.ts';
import { aDialect, type DialectDifferences } from '../../support/dialects/dialect.ts';
import type { Ran, Wire } from '../a-dialect-world.ts';
import { expectFinished, timesStored } from '../expectations.ts';
import { openWorlds } from '../open-worlds.ts';
import { keyOfNumber, special, theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;
const codes = ['AMAZON', 'ETSY', 'EBAY'];

interface Case {
  readonly name: string;
  readonly dialect: DialectDifferences;
  readonly wire?: Wire;
  readonly policy?: Partial<Policy>;
  /** The sale that is treated in its own manner. */
  readonly number: number;
}

const outcomeOf = (ran: Ran, number: number): string | undefined =>
  ran.entries.find(({ sourceId }) => sourceId === keyOfNumber(number))?.outcome;

const [, unknownMarketplace] = special.marketplaces;
const [, unknownEntity] = special.entities;

const refused: readonly (Case & { readonly path: RegExp })[] = [
  {
    name: 'does not know a marketplace',
    dialect: { demands: { marketplaces: codes } },
    number: unknownMarketplace,
    path: /marketplace/,
  },
  {
    name: 'does not know an entity',
    dialect: { demands: { entities: ['NON_PROFIT'] } },
    number: unknownEntity,
    path: /entity/,
  },
  { name: 'takes no total of zero', dialect: { demands: { zeroTotals: false } }, number: special.zero, path: /total/ },
  {
    name: 'takes short product names alone',
    dialect: { demands: { maxProductName: 40 } },
    number: 18,
    path: /productName/,
  },
];

const excluded: readonly (Case & { readonly outcome: 'held' | 'skipped' })[] = [
  {
    name: 'does not know a marketplace, and such sales are to be held',
    dialect: { demands: { marketplaces: codes } },
    wire: { marketplaces: { codes, others: 'hold' } },
    number: unknownMarketplace,
    outcome: 'held',
  },
  {
    name: 'takes no total of zero, and such sales are to be held',
    dialect: { demands: { zeroTotals: false } },
    policy: { zeroTotals: 'hold' },
    number: special.zero,
    outcome: 'held',
  },
  {
    name: 'takes no total of zero, and such sales are to be skipped',
    dialect: { demands: { zeroTotals: false } },
    policy: { zeroTotals: 'skip' },
    number: special.zero,
    outcome: 'skipped',
  },
];

describe('a service that refuses some sales', () => {
  it.each(refused)('$name: that one failed, the field is named, and the others are stored', async (one) => {
    const world = await openWorld({ dialect: aDialect(one.dialect) });
    const ran = await world.run();
    expectFinished(ran);
    expect(ran.report).toMatchObject({ succeeded: all - 1, alreadyPresent: 0, failed: 1 });
    expect(ran.report.failures[0]).toMatchObject({ reason: 'refused' });
    expect(ran.report.failures[0]?.message).toMatch(one.path);
    expect(outcomeOf(ran, one.number)).toBe('failed');
    expect(timesStored(world.service)).toStrictEqual({ 0: 1, 1: all - 1 });
    expect(ran.posts).toBeLessThanOrEqual(all + 1);
  });

  it.each(excluded)(
    '$name: it is not sent, and the others are stored',
    async ({ dialect, wire, policy, number, outcome }) => {
      const world = await openWorld({ dialect: aDialect(dialect), ...(wire && { wire }), ...(policy && { policy }) });
      const ran = await world.run();
      expectFinished(ran);
      expect(ran.report).toMatchObject({ considered: all, succeeded: all - 1, alreadyPresent: 0, failed: 0 });
      expect(outcomeOf(ran, number)).toBe(outcome);
      expect(timesStored(world.service)).toStrictEqual({ 0: 1, 1: all - 1 });
      expect(ran.posts).toBeLessThanOrEqual(all);
    },
  );

  it('does not know an entity, and the settings list those that it knows: nothing fails', async () => {
    const entities = ['NON_PROFIT'];
    const world = await openWorld({ dialect: aDialect({ demands: { entities } }), wire: { entities } });
    const ran = await world.run();
    expectFinished(ran);
    expect(ran.report).toMatchObject({ considered: all, failed: 0 });
    expect(ran.report.succeeded).toBeGreaterThanOrEqual(all - 1);
  });
});
