import { describe, expect, it } from '@jest/globals';
import type { Sale } from '../../../src/mapping/sale.ts';
import { aDialect, type DialectDifferences } from '../../support/dialects/dialect.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { paired, sized } from '../../support/size.ts';
import { countsOf } from '../expectations.ts';
import { openWorlds } from '../open-worlds.ts';
import { theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const [ordinary] = theSales;

const sold = (number: number, state: string, zip: string): Sale => {
  if (ordinary === undefined) throw new Error('there is an ordinary sale');
  const address = { line1: '1 Main Street', line2: null, city: 'Anytown', state, zip, country: 'US' };
  return {
    ...ordinary,
    identity: { ...ordinary.identity, recordId: String(6_000_000 + number), number: `#${6_000 + number}` },
    occurredAt: `2026-02-${String(1 + Math.floor(number / 12)).padStart(2, '0')}T12:00:00Z`,
    destinations: [{ basis: 'shipping', address }],
  };
};

const states = [
  ['CA', '94607'],
  ['NY', '10007'],
  ['MA', '02134'],
] as const;

/** Three hundred sales, of which thirty in a row went to a state that is not enabled. */
const clustered = (seed: number, isOfMany: boolean): readonly Sale[] => {
  const random = seededRandom(seed);
  const from = seed === 1 ? 0 : Math.floor(random.next() * 270);
  return Array.from({ length: 300 }, (_, index) => {
    const isOfCluster = index >= from && index < from + 30;
    const [state, zip] = states[isOfMany ? Math.floor(random.next() * states.length) : 0] ?? states[0];
    return isOfCluster ? sold(index, 'TX', '78701') : sold(index, state, zip);
  });
};

const identities: readonly (readonly [string, DialectDifferences])[] = [
  ['keeps our ids', {}],
  ['assigns ids and refuses nothing', { ids: 'own texts', refuses: { equalIds: false, equalNames: false } }],
];
const seeds = sized({ quick: [1, 2], all: [1, 2, 3, 4, 5] });
const answers = seeds.flatMap((seed) => [403, 404].map((status) => ({ seed, status })));
const worlds = paired(identities, answers).map(([[name, one], { seed, status }]) => [name, status, seed, one] as const);

describe('a state that is not enabled at the service', () => {
  it.each(worlds)('that %s (%s, seed %s) stops no other sale', async (_, status, seed, differences) => {
    const forbids = { text: '"state":"TX"', status, body: 'JSON' as const };
    const sales = clustered(seed, seed % 2 === 0);
    const world = await openWorld({ dialect: aDialect({ ...differences, twist: { forbids } }), sales });
    const ran = await world.run();
    expect(ran.status).toBe('finished');
    expect(countsOf(ran)).toStrictEqual({ succeeded: 270, alreadyPresent: 0, failed: 30 });
    expect(world.service.stored()).toHaveLength(270);
    expect(ran.posts).toBeLessThanOrEqual(290);

    world.service.become(aDialect(differences));
    const mended = await world.run();
    expect(countsOf(mended)).toStrictEqual({ succeeded: 30, alreadyPresent: 270, failed: 0 });
  });

  it.each([1, 2])('is not named where the key lost its right to write (seed %s): the run stops', async (seed) => {
    const sales = clustered(seed, seed === 2);
    const world = await openWorld({ dialect: aDialect(), sales: sales.slice(0, 20) });
    await world.run();
    const forbids = { text: '"id"', status: 403, body: 'JSON' as const };
    const later = await openWorld({ dialect: aDialect(), sales });
    await later.run();
    later.loseBook();
    later.service.forget((name) => Number(name.slice(-3)) > 100);
    later.service.become(aDialect({ twist: { forbids } }));
    const ran = await later.run();
    expect(ran.posts).toBeLessThanOrEqual(20);
    expect(ran.texts).toContain('service.apiKey');
    expect(ran.report.succeeded).toBe(0);
  });
});
