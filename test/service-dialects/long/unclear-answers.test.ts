import { describe, expect, it } from '@jest/globals';
import { aDialect, type Dialect, type DialectDifferences, type Trouble } from '../../support/dialects/dialect.ts';
import { countsOf, expectFinished, timesStored } from '../expectations.ts';
import { paired } from '../../support/size.ts';
import { openWorlds } from '../open-worlds.ts';
import { theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;
const pushes = [2, 5, 9, 24];
const day = 24 * 3_600_000;

const troubles: readonly (readonly [string, Trouble])[] = (['502 HTML', '200 HTML', '500'] as const).flatMap((answer) =>
  [true, false].map(
    (isStored) => [`${answer}, ${isStored ? 'stored' : 'not stored'}`, { pushes, answer, isStored }] as const,
  ),
);

const nothingRefused = { equalIds: false, equalNames: false };

const dialects: readonly (readonly [string, DialectDifferences])[] = [
  ['keeps our ids', {}],
  ['keeps our ids and refuses nothing', { refuses: nothingRefused }],
  ['keeps our ids, refuses nothing and wraps single reads', { refuses: nothingRefused, single: 'wrapped' }],
  ['assigns ids of its own and refuses equal names', { ids: 'own texts' }],
  ['assigns numbers and refuses nothing', { ids: 'own numbers', refuses: nothingRefused }],
  [
    'assigns ids of its own, answers 204, never finds one and refuses nothing',
    { ids: 'own texts', refuses: nothingRefused, success: { status: 204, body: 'empty' }, single: 'always 404' },
  ],
  [
    'assigns ids of its own, stores upper case names, lists ids and names and refuses nothing',
    { ids: 'own texts', refuses: nothingRefused, stores: ['upper case texts'], list: { carries: 'id and name' } },
  ],
];

describe('after an answer that says nothing', () => {
  it.each(
    paired(dialects, troubles).map(
      ([[one, differences], [name, problem]]) => [one, name, differences, problem] as const,
    ),
  )('a service that %s (%s) is asked before anything is posted again', async (_, _name, differences, problem) => {
    const world = await openWorld({ dialect: aDialect({ ...differences, trouble: problem }) });
    const ran = await world.run();
    expectFinished(ran);
    expect(timesStored(world.service)).toStrictEqual({ 1: all });
    expect(ran.report.succeeded + ran.report.alreadyPresent).toBe(all);
    expect(countsOf(ran)).toMatchObject({ failed: 0 });
    expect(ran.differing).toBe(0);
    expect(ran.posts).toBeLessThanOrEqual(all + (problem.isStored ? 1 : pushes.length + 1));
    const again = await world.run();
    expect(again.posts).toBe(0);
  });
});

describe('after an answer to the very first push that says nothing', () => {
  it.each(
    paired(dialects, [true, false]).map(([[name, differences], isStored]) => [name, differences, isStored] as const),
  )(
    'in a service that %s: each sale is stored once, after a second run at the latest (%#)',
    async (_, differences, isStored) => {
      const problem: Trouble = { pushes: [1], answer: '502 HTML', isStored };
      const world = await openWorld({ dialect: aDialect({ ...differences, trouble: problem }) });
      const first = await world.run();
      expect(first.report.failures.filter(({ reason }) => reason !== 'no definitive response')).toStrictEqual([]);
      expect(timesStored(world.service)).not.toHaveProperty('2');
      const second = await world.run();
      expectFinished(second);
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
      expect(second.report.succeeded + second.report.alreadyPresent).toBe(all);
    },
  );
});

/** A service whose list is a day late, which refuses nothing and does not know our ids. */
const late = (problem: Trouble | null, success?: Dialect['success']): Dialect =>
  aDialect({
    ids: 'own texts',
    refuses: nothingRefused,
    list: { delay: { milliseconds: day } },
    trouble: problem,
    ...(success && { success }),
  });

describe('an unconfirmed push where the list is late, ids are the service’s and nothing is refused', () => {
  it('is not posted again, and is not failed; once the list shows it, it is present', async () => {
    const world = await openWorld({ dialect: late({ pushes: [5, 9], answer: '502 HTML', isStored: true }) });
    const ran = await world.run();
    expect(timesStored(world.service)).toStrictEqual({ 1: all });
    expect(ran.report.failures.filter(({ reason }) => reason !== 'no definitive response')).toStrictEqual([]);
    expect(ran.report.succeeded + ran.report.alreadyPresent).toBe(all - 2);
    world.pass(2 * day);
    const again = await world.run();
    expectFinished(again);
    expect(again.posts).toBe(0);
    expect(again.report.succeeded + again.report.alreadyPresent).toBe(all);
    expect(timesStored(world.service)).toStrictEqual({ 1: all });
  });

  it('is never called stored when it was not', async () => {
    const world = await openWorld({ dialect: late({ pushes: [5, 9], answer: '502 HTML', isStored: false }) });
    const ran = await world.run();
    const stored = world.service.journal.length;
    expect(ran.report.succeeded + ran.report.alreadyPresent).toBeLessThanOrEqual(stored);
    expect(timesStored(world.service)).not.toHaveProperty('2');
  });

  it('is not posted again when the first push of all was the one', async () => {
    const status = 204;
    const problem: Trouble = { pushes: [1], answer: '502 HTML', isStored: true };
    const world = await openWorld({ dialect: late(problem, { status, body: 'empty', isWrapped: false }) });
    await world.run();
    expect(timesStored(world.service)).not.toHaveProperty('2');
    world.pass(2 * day);
    const again = await world.run();
    expectFinished(again);
    expect(timesStored(world.service)).toStrictEqual({ 1: all });
    expect(again.report.succeeded + again.report.alreadyPresent).toBe(all);
  });
});

describe('a service that answers 200 for an id that is not there', () => {
  it.each(['null data', 'empty data', 'empty object'] as const)(
    'with %s: no sale is called stored that is not, none is stored twice, and each is stored in the end',
    async (unknown) => {
      const problem: Trouble = { pushes, answer: '502 HTML', isStored: false };
      const world = await openWorld({ dialect: aDialect({ unknown, trouble: problem }) });
      for (const ran of [await world.run(), await world.run()]) {
        expect(ran.report.succeeded + ran.report.alreadyPresent).toBe(world.service.journal.length);
        expect(ran.report.failures.filter(({ reason }) => reason !== 'no definitive response')).toStrictEqual([]);
        expect(timesStored(world.service)).not.toHaveProperty('2');
      }
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
    },
  );
});

describe('a service that answers every push with a page of HTML', () => {
  it.each([
    ['keeps our ids', {}],
    ['assigns ids of its own and refuses nothing', { ids: 'own texts', refuses: nothingRefused }],
  ] as const)('and stores it: each sale is stored once, where it %s', async (_, differences) => {
    const world = await openWorld({ dialect: aDialect({ ...differences, success: { body: 'HTML' } }) });
    const ran = await world.run();
    expectFinished(ran);
    expect(timesStored(world.service)).toStrictEqual({ 1: all });
    expect(ran.report.succeeded + ran.report.alreadyPresent).toBe(all);
    expect(ran.posts).toBeLessThanOrEqual(all + 1);
  });
});
