import { describe, expect, it } from '@jest/globals';
import { aDialect, type DialectDifferences } from '../../support/dialects/dialect.ts';
import { counts, countsOf, expectFinished, timesStored } from '../expectations.ts';
import type { Wire } from '../a-dialect-world.ts';
import { foreignTransactions } from '../held-otherwise.ts';
import { openWorlds } from '../open-worlds.ts';
import { theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;

const served: readonly (readonly [string, DialectDifferences, Wire?])[] = [
  ['answers in gzip', { twist: { compresses: 'gzip' } }],
  ['answers in br', { twist: { compresses: 'br' } }],
  ['refuses single reads with 403', { twist: { singleStatus: 403 } }],
  ['refuses single reads with 405', { twist: { singleStatus: 405 } }],
  ['takes pages of 50 at most', { twist: { maxLimit: 50 } }],
  ['takes pages of 7 at most', { twist: { maxLimit: 7 } }],
  ['names the next page by a number', { twist: { cursorAs: 'number' } }],
  ['never ends its list', { twist: { cursorAs: 'endless' } }],
  ['lists one row without an id', { twist: { rowsWithoutId: 1 } }],
  ['names the next page by next_cursor', { twist: { cursorAs: 'next_cursor' } }, { nextCursor: 'next_cursor' }],
  ['names the next page in pagination', { twist: { cursorAs: 'pagination' } }, { nextCursor: 'pagination.next' }],
  [
    'refuses unknown fields',
    { twist: { unknownFields: ['subtotal', 'recalculate'] } },
    { leaveOut: ['subtotal', 'recalculate', 'lineItems.productSku'] },
  ],
];

describe('a service that', () => {
  it.each(served)('%s is served exactly, twice', async (_, differences, wire) => {
    const world = await openWorld({
      dialect: aDialect(differences),
      holds: foreignTransactions(120),
      ...(wire && { wire }),
    });
    expectFinished(await world.run());
    expect(timesStored(world.service)).toStrictEqual({ 1: all });
    const again = await world.run();
    expectFinished(again);
    expect(countsOf(again)).toStrictEqual(counts(0, all));
    expect(again.posts).toBe(0);
  });

  it.each(['next_cursor', 'pagination'] as const)(
    'names the next page by %s stops before the first POST without the setting, and names it',
    async (cursorAs) => {
      const world = await openWorld({ dialect: aDialect({ twist: { cursorAs } }), holds: foreignTransactions(120) });
      const ran = await world.run();
      expect(ran.posts).toBe(0);
      expect(ran.texts).toContain('Set service.wire.nextCursor');
    },
  );

  it('refuses unknown fields stops within 20, and names service.wire.leaveOut', async () => {
    const world = await openWorld({ dialect: aDialect({ twist: { unknownFields: ['subtotal'] } }) });
    const ran = await world.run();
    expect(ran.posts).toBeLessThanOrEqual(20);
    expect(ran.texts).toContain('leaveOut');
    expect(ran.texts).toContain('subtotal');
  });

  it('answers 402 stops within 20, and names the plan', async () => {
    const forbids = { text: '"id"', status: 402, body: 'JSON' as const };
    const ran = await (await openWorld({ dialect: aDialect({ twist: { forbids } }) })).run();
    expect(ran.posts).toBeLessThanOrEqual(20);
    expect(ran.texts).toContain('plan');
  });
});
