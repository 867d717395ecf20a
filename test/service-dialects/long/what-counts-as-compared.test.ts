import { describe, expect, it } from '@jest/globals';
import { aDialect, type DialectDifferences } from '../../support/dialects/dialect.ts';
import type { Twist } from '../../support/dialects/twist.ts';
import { type Json, withValueAt } from '../../support/dialects/json.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { paired, sized } from '../../support/size.ts';
import type { DialectWorld } from '../a-dialect-world.ts';
import { expectFinished } from '../expectations.ts';
import { openWorlds } from '../open-worlds.ts';
import { keyOfNumber, theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;

const everything = ['total', 'taxCollected', 'transactedAt', 'shipToAddress', 'lineItems', 'currency'];
const inList: readonly (readonly [string, readonly string[]])[] = [
  ['id, name, day and address', ['total', 'taxCollected', 'lineItems', 'currency']],
  ['all but the tax', ['taxCollected']],
  ['all but the total', ['total']],
  ['all but the state', ['shipToAddress.state']],
  ['all but the address', ['shipToAddress']],
  ['all but the day', ['transactedAt']],
  ['ids and names alone', everything],
];

/** Which of the transactions are changed at the service, by their place: each third. */
const isThird = (fields: Json): boolean => Number(String(fields['id']).slice(-2)) % 3 === 0;

const changes: Readonly<Record<string, (fields: Json) => Json>> = {
  total: (fields) => ({ ...fields, total: Number(fields['total']) + 7 }),
  tax: (fields) => ({ ...fields, taxCollected: Number(fields['taxCollected']) + 1 }),
  state: (fields) => withValueAt(fields, 'shipToAddress.state', 'VT'),
  day: (fields) => ({ ...fields, transactedAt: '2025-12-24T08:00:00Z' }),
  exemption: (fields) => ({ ...fields, purpose: fields['purpose'] === 'RESALE' ? undefined : 'RESALE' }),
};

const synced = async (differences: DialectDifferences): Promise<DialectWorld> => {
  const world = await openWorld({ dialect: aDialect(differences) });
  expectFinished(await world.run());
  return world;
};

const identities: readonly (readonly [string, DialectDifferences])[] = [
  ['keeps our ids', {}],
  ['assigns ids', { ids: 'own texts' }],
  ['answers 204', { success: { status: 204, body: 'empty' } }],
];

const named = <A>([[one, differences], [name, hides]]: readonly [
  readonly [string, DialectDifferences],
  readonly [string, A],
]): readonly [string, string, DialectDifferences, A] => [one, name, differences, hides];

describe('a service', () => {
  it.each(paired(identities, inList).map(named))(
    'that %s and lists %s is complete by one single read for each, where these show all',
    async (_, _name, differences, hides) => {
      const world = await synced({ ...differences, twist: { listHides: hides } });
      for (const isLost of [false, true]) {
        if (isLost) world.loseBook();
        const { proof, gets } = await world.reconcile();
        expect(proof).toMatchObject({ isComplete: true, notCompared: 0, differences: [] });
        expect(proof.totals.every(({ isSame }) => isSame)).toBe(true);
        expect(gets).toBeLessThanOrEqual(2 * all + 2);
      }
    },
  );

  const changed = paired(inList, Object.keys(changes)).map(
    ([[name, hides], change]) => [`${name} has each changed ${change}`, { change, hides }] as const,
  );
  it.each(paired(identities, changed).map(named))(
    'that %s and lists %s named, by reconcile and by explain',
    async (_, _name, differences, { change, hides }) => {
      const world = await synced({ ...differences, twist: { listHides: hides } });
      world.service.alter((fields) => (isThird(fields) ? (changes[change]?.(fields) ?? fields) : fields));
      // A sale abroad without a state needs none.
      const isNeeded = (fields: Json): boolean =>
        change !== 'state' || !hides.includes('shipToAddress.state') || fields['currency'] !== 'JPY';
      const thirds = world.service.stored().filter((fields) => isThird(fields) && isNeeded(fields)).length;
      const { proof } = await world.reconcile();
      expect(proof).toMatchObject({ isComplete: false, differing: thirds, notCompared: 0 });
      expect(await world.explain(keyOfNumber(3))).toBe('Differs');
    },
  );

  it.each(paired(identities, inList).map(named))(
    'that %s and shows %s everywhere is not complete, and never the same',
    async (_, _name, differences, hides) => {
      const twist: Partial<Twist> = { listHides: hides, singleHides: hides };
      const world = await synced({ ...differences, success: { status: 204, body: 'empty' }, twist });
      const second = await world.run();
      // A sale abroad has no state that could be hidden.
      const unseen = hides.includes('shipToAddress.state') ? all - 2 : all;
      expect(second.notCompared).toBe(unseen);
      const { proof } = await world.reconcile();
      expect(proof).toMatchObject({ isComplete: false, notCompared: unseen });
      expect(await world.explain(keyOfNumber(3))).toBe('NotCompared');
    },
  );

  const forPeople = (['money for people', 'days for people'] as const).map((writes) => [writes, writes] as const);
  it.each(paired(identities, forPeople).map(named))(
    'that %s and writes %s is not complete, and never the same',
    async (_, _name, differences, writes) => {
      const world = await synced({ ...differences, success: { status: 204, body: 'empty' }, twist: { writes } });
      const { proof } = await world.reconcile();
      expect(proof).toMatchObject({ isComplete: false, notCompared: all });
      expect(await world.explain(keyOfNumber(5))).toBe('NotCompared');
    },
  );
});

const paths = ['total', 'taxCollected', 'shipToAddress.state', 'transactedAt', 'lineItems', 'currency', 'entity'];

describe('a service that hides what is drawn', () => {
  it.each(Array.from({ length: sized({ quick: 8, all: 30 }) }, (_, index) => index + 1))(
    'is complete only if every total is the same and nothing was changed (seed %s)',
    async (seed) => {
      const random = seededRandom(seed);
      const draw = (): readonly string[] => paths.filter(() => random.next() < 0.4);
      const [listHides, alone] = [draw(), random.next() < 0.5 ? [] : draw()];
      const names = Object.keys(changes).filter((change) => change !== 'exemption');
      const change = random.next() < 0.5 ? names[Math.floor(random.next() * names.length)] : undefined;
      const [, identity = {}] = identities[Math.floor(random.next() * identities.length)] ?? [];
      const world = await synced({ ...identity, twist: { listHides, singleHides: alone } });
      if (change !== undefined) world.service.alter((one) => (isThird(one) ? (changes[change]?.(one) ?? one) : one));
      if (random.next() < 0.5) world.loseBook();
      const { proof } = await world.reconcile();
      const decisive = paths.slice(0, 4);
      const isVisible = decisive.every((path) => !listHides.includes(path) || !alone.includes(path));
      const isAllVisible =
        isVisible &&
        (alone.every((path) => !decisive.includes(path)) || listHides.every((path) => !decisive.includes(path)));
      if (change !== undefined) expect(proof.isComplete).toBe(false);
      if (proof.isComplete) expect(proof.totals.every(({ isSame }) => isSame)).toBe(true);
      if (change === undefined && isAllVisible) expect(proof.isComplete).toBe(true);
    },
  );
});
