import { describe, expect, it } from '@jest/globals';
import type { Sale } from '../../../src/mapping/sale.ts';
import { aDialect, type DialectDifferences } from '../../support/dialects/dialect.ts';
import { expectFinished } from '../expectations.ts';
import { openWorlds } from '../open-worlds.ts';
import { sized } from '../../support/size.ts';
import { theSales } from '../the-sales.ts';

const openWorld = openWorlds();
/** More than the newest thousand, which are all that a run reads of a service that it knows. */
const all = sized({ quick: 1_200, all: 3_000 });
const gone = sized({ quick: 100, all: 400 });
const idOf = (number: number): string => String(7_000_000 + number);

/** In the order of their days, so that the newest ones are at the head of the service's list. */
const many = (): readonly Sale[] => {
  const [ordinary] = theSales;
  if (ordinary === undefined) throw new Error('there is an ordinary sale');
  return Array.from({ length: all }, (_, index) => ({
    ...ordinary,
    identity: { ...ordinary.identity, recordId: idOf(index), number: `#${7_000 + index}` },
    occurredAt: `2026-02-${String(1 + Math.floor((index * 27) / all)).padStart(2, '0')}T12:00:00Z`,
  }));
};

const kinds: readonly (readonly [string, DialectDifferences])[] = [
  ['keeps our ids', {}],
  ['assigns ids and refuses nothing', { ids: 'own texts', refuses: { equalIds: false, equalNames: false } }],
];

describe('a service with a long list', () => {
  it.each(sized({ quick: kinds.slice(1), all: kinds }))(
    'that %s and lost its newest rows: a sync notices it, and reconcile names all of them',
    async (_, differences) => {
      const world = await openWorld({ dialect: aDialect(differences), sales: many(), concurrency: 8 });
      expectFinished(await world.run());
      // From now on, a run reads the newest thousand alone.
      const present = await world.run();
      expect(present.report.alreadyPresent).toBe(all);
      expect((await world.run()).gets).toBeLessThan(20);
      // Until then, the service may not show yet what it holds.
      world.pass(3 * 60_000);
      const lost = new Set(Array.from({ length: gone }, (_one, index) => idOf(all - 1 - index)));
      world.service.forget((name) => lost.has(name.slice(-7)));
      const noticed = await world.run();
      expect(noticed.posts).toBe(0);
      expect(noticed.report.held['gone from the service']).toBe(gone);
      expect(noticed.gets).toBeLessThan(100);
      const { proof } = await world.reconcile();
      expect(proof.differences.filter(({ kind }) => kind === 'missing at the service')).toHaveLength(gone);
    },
    120_000,
  );

  it.each(sized({ quick: kinds.slice(0, 1), all: kinds }))(
    'that %s and lost old rows: reconcile names all of them',
    async (_, differences) => {
      const world = await openWorld({ dialect: aDialect(differences), sales: many(), concurrency: 8 });
      expectFinished(await world.run());
      const lost = new Set(Array.from({ length: 30 }, (_one, index) => idOf(index * 40)));
      world.service.forget((name) => lost.has(name.slice(-7)));
      const { proof } = await world.reconcile();
      expect(proof.differences.filter(({ kind }) => kind === 'missing at the service')).toHaveLength(30);
    },
    120_000,
  );
});
