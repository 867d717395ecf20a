import { describe, expect, it } from '@jest/globals';
import { aDialect, type DialectDifferences } from '../../support/dialects/dialect.ts';
import type { Json } from '../../support/dialects/json.ts';
import { countsOf, expectFinished, timesStored } from '../expectations.ts';
import { paired } from '../../support/size.ts';
import { openWorlds } from '../open-worlds.ts';
import { keyOfNumber, theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;
const hour = 3_600_000;
const nothingRefused = { equalIds: false, equalNames: false };

const identities: readonly (readonly [string, DialectDifferences])[] = [
  ['keeps our ids', {}],
  ['assigns ids', { ids: 'own texts' }],
  ['assigns ids and refuses nothing', { ids: 'own texts', refuses: nothingRefused }],
];

/** The name and the settings of a service first, and what it does after them. */
const withService = <A extends readonly unknown[]>([service, others]: readonly [
  readonly [string, DialectDifferences],
  A,
]): readonly [string, ...A, DialectDifferences] => [service[0], ...others, service[1]];

describe('a service', () => {
  const forbidden = [
    [403, 'HTML', 'Café table'],
    [404, 'HTML', 'Café table'],
    [403, 'JSON', '"state":"TX"'],
    [404, 'JSON', '"city":"Boston"'],
    [405, 'HTML', '"zip":"10007"'],
    [403, 'HTML', keyOfNumber(1)],
  ] as const;
  it.each(paired(identities, forbidden).map(withService))(
    'that %s and answers %s (%s) to one body stores all others, and names that one (%s)',
    async (_, status, body, text, differences) => {
      const twist = { forbids: { text, status, body } };
      const world = await openWorld({ dialect: aDialect({ ...differences, twist }) });
      const ran = await world.run();
      expect(countsOf(ran)).toStrictEqual({ succeeded: all - 1, alreadyPresent: 0, failed: 1 });
      expect(ran.report.failures[0]?.message).toContain(`answered ${status} to this transaction`);
      expect(timesStored(world.service)).toStrictEqual({ 0: 1, 1: all - 1 });
      const { proof } = await world.reconcile();
      expect(proof.differences.map(({ kind }) => kind)).toStrictEqual(['missing at the service']);
    },
  );

  it.each(
    paired(
      identities,
      [403, 404, 405].map((status) => [status] as const),
    ).map(withService),
  )('that %s and answers %s to every body stops within 20, and names the key', async (_, status, differences) => {
    const twist = { forbids: { text: '"id"', status, body: 'HTML' as const } };
    const world = await openWorld({ dialect: aDialect({ ...differences, twist }) });
    const ran = await world.run();
    expect(ran.posts).toBeLessThanOrEqual(20);
    expect(ran.texts).toContain('service.apiKey');
    expect(countsOf(ran)).toStrictEqual({ succeeded: 0, alreadyPresent: 0, failed: 0 });
  });

  it.each(
    paired(
      identities,
      [2, 3, 5].map((each) => [each] as const),
    ).map(withService),
  )(
    'that %s and answers each push of number %s with a 409 that means "locked" stores each once',
    async (_, each, differences) => {
      const world = await openWorld({ dialect: aDialect({ ...differences, twist: { locksEach: each } }) });
      const ran = await world.run();
      expectFinished(ran);
      expect(countsOf(ran)).toStrictEqual({ succeeded: all, alreadyPresent: 0, failed: 0 });
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
      expect((await world.reconcile()).proof.isComplete).toBe(true);
    },
  );

  it.each(identities)(
    'that %s and answers 409 to every body stops within 20, and believes none',
    async (_, differences) => {
      const world = await openWorld({ dialect: aDialect({ ...differences, twist: { locksEach: 1 } }) });
      const ran = await world.run();
      expect(ran.posts).toBeLessThanOrEqual(20);
      expect(ran.texts).toContain('409');
      expect(ran.report.alreadyPresent + ran.report.succeeded).toBe(0);
    },
  );

  const errors: readonly Json[] = [
    { error: 'quota' },
    { success: false },
    { status: 'error', message: 'no' },
    { errors: [{ title: 'no' }] },
    { data: { error: { code: 'E1' } } },
    { ok: false },
  ];
  it.each(
    paired(
      identities,
      errors.map((body) => [JSON.stringify(body), body] as const),
    ).map(withService),
  )(
    'that %s and answers 200 with %s to every body stops within 20, and believes none',
    async (_, _text, body, differences) => {
      const twist = { failsEach: { number: 1, body } };
      const world = await openWorld({ dialect: aDialect({ ...differences, twist }) });
      const ran = await world.run();
      expect(ran.posts).toBeLessThanOrEqual(20);
      expect(ran.texts).toContain('an error in it');
      expect(ran.report.alreadyPresent + ran.report.succeeded).toBe(0);
    },
  );

  it.each(
    paired(
      identities,
      [2, 3].map((number) => [number] as const),
    ).map(withService),
  )(
    'that %s and answers 200 with an error to each push of number %s stores each once',
    async (_, number, differences) => {
      const twist = { failsEach: { number, body: { error: 'try again' } } };
      const world = await openWorld({ dialect: aDialect({ ...differences, twist }) });
      await world.run();
      world.pass(hour);
      const ran = await world.run();
      expectFinished(ran);
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
      expect((await world.reconcile()).proof.isComplete).toBe(true);
    },
  );

  it.each(identities)(
    'that %s and answers every push with a web page that is not stored stops within 20, and names the page',
    async (_, differences) => {
      const trouble = {
        pushes: Array.from({ length: 300 }, (_one, index) => index + 1),
        answer: '200 HTML' as const,
        isStored: false,
      };
      const world = await openWorld({ dialect: aDialect({ ...differences, trouble }) });
      const ran = await world.run();
      expect(ran.posts).toBeLessThanOrEqual(20);
      expect(ran.texts).toContain('web page');
    },
  );
});

describe('a service that shows a transaction late, and refuses nothing', () => {
  const kinds: readonly (readonly [string, DialectDifferences])[] = [
    ['keeps our ids and answers in full', {}],
    ['keeps our ids and answers 204', { success: { status: 204, body: 'empty' } }],
    ['assigns ids', { ids: 'own texts' }],
  ];
  it.each(paired(kinds, [30_000, 90_000, 600_000]).map(([[name, one], late]) => [name, late, one] as const))(
    'and %s: three answers are lost, and it is not sent twice (%s ms)',
    async (_, hiddenFor, differences) => {
      const twist = { hiddenFor, loses: [3, 8, 15] };
      const world = await openWorld({ dialect: aDialect({ ...differences, refuses: nothingRefused, twist }) });
      await world.run();
      expect(timesStored(world.service)).not.toHaveProperty('2');
      const { proof } = await world.reconcile();
      expect(proof.differences.every(({ kind }) => kind === 'not shown yet')).toBe(true);
      expect(['Unknown', 'Same', 'NotCompared']).toContain(await world.explain(keyOfNumber(20)));
      world.pass(2 * hour);
      const again = await world.run();
      expectFinished(again);
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
      expect((await world.reconcile()).proof).toMatchObject({ isComplete: true, differences: [] });
    },
  );
});
