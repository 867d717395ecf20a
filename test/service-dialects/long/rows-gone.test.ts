import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from '@jest/globals';
import { correct } from '../../../src/reconcile/correct.ts';
import { findCorrections } from '../../../src/reconcile/find-corrections.ts';
import { aDialect, type DialectDifferences } from '../../support/dialects/dialect.ts';
import { right } from '../../support/right.ts';
import { expectFinished } from '../expectations.ts';
import { openWorlds } from '../open-worlds.ts';
import { keyOfNumber, theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;

const kinds: readonly (readonly [string, DialectDifferences])[] = [
  ['keeps our ids', {}],
  ['keeps our ids and answers 204', { success: { status: 204, body: 'empty' } }],
  ['keeps our ids and lists ids and names', { list: { carries: 'id and name' } }],
  ['assigns ids and refuses equal names', { ids: 'own texts' }],
  ['assigns numbers and refuses nothing', { ids: 'own numbers', refuses: { equalIds: false, equalNames: false } }],
];

/** A restored backup holds the first half; a person deletes a few. */
const losses: readonly (readonly [string, (number: number) => boolean])[] = [
  ['a backup was restored', (number) => number > all / 2],
  ['a person deleted three', (number) => [4, 11, 19].includes(number)],
  ['the newest one was deleted', (number) => number === all],
];

describe.each(kinds)('a service that %s', (_, differences) => {
  it.each(losses)(
    'and lost rows (%s): sync, reconcile and explain say so, and a person sends them again',
    async (_name, isLost) => {
      const world = await openWorld({ dialect: aDialect(differences) });
      expectFinished(await world.run());
      const lost = theSales.map((_sale, index) => index + 1).filter(isLost);
      const keys = new Set(lost.map(keyOfNumber));
      world.service.forget((name) => keys.has(name.slice(-7)));
      const [gone = 1] = lost;
      const kept = theSales.map((_sale, index) => index + 1).find((number) => !isLost(number)) ?? 1;

      const second = await world.run();
      expect(second.posts).toBe(0);
      expect(second.report).toMatchObject({
        alreadyPresent: all - lost.length,
        held: { 'gone from the service': lost.length },
      });
      const { proof } = await world.reconcile();
      expect(proof.differences.map(({ kind }) => kind)).toStrictEqual(lost.map(() => 'missing at the service'));
      expect(proof.isComplete).toBe(false);
      expect(await world.explain(keyOfNumber(gone))).toBe('Absent');
      expect(await world.explain(keyOfNumber(kept))).toBe('Same');

      for (const number of lost) {
        const ports = world.ports();
        const found = right(await world.clock.run(findCorrections(ports)('us-store', keyOfNumber(number))));
        for (const one of found) {
          expect(one._tag).toBe('Gone');
          if (one._tag !== 'Gone') continue;
          const sent = await world.clock.run(correct({ ...ports, reviews: world.store().reviews })(one, 'Ann'));
          expect(E.isRight(sent) && sent.right._tag).toBe('Corrected');
        }
      }
      const third = await world.run();
      expectFinished(third);
      expect(third.posts).toBe(0);
      expect(third.report).toMatchObject({ alreadyPresent: all, held: {} });
      expect((await world.reconcile()).proof).toMatchObject({ isComplete: true, differences: [] });
      expect(world.service.stored()).toHaveLength(all);
    },
  );
});
