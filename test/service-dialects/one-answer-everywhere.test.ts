import { describe, expect, it } from '@jest/globals';
import { aDialect, type DialectDifferences } from '../support/dialects/dialect.ts';
import type { DialectService } from '../support/dialects/dialect-service.ts';
import type { Oddity } from '../support/dialects/oddity.ts';
import type { DialectWorld, DialectWorldOptions, Wire } from './a-dialect-world.ts';
import { sized } from '../support/size.ts';
import { openWorlds } from './open-worlds.ts';
import { keyOfNumber, theSales } from './the-sales.ts';
import { heldOf } from './truth-of.ts';

const openWorld = openWorlds();
const hour = 3_600_000;
const numbers = theSales.map((_sale, index) => index + 1);
const thirds = numbers.filter((number) => number % 3 === 0);
const nothingRefused = { equalIds: false, equalNames: false };

/** What is true of the sales at the service; the ones that are not named are there, as they should be. */
interface Truth {
  readonly absent?: readonly number[];
  readonly differing?: readonly number[];
  /** There, and not shown in a form that can be compared. */
  readonly unseen?: readonly number[];
}

/** A world of one class of services, what happens there after the first run, and what is true then. */
interface World extends Truth, Omit<DialectWorldOptions, 'dialect'> {
  readonly of: string;
  readonly dialect?: DialectDifferences;
  readonly happens?: (service: DialectService) => void;
  /** A run stops with advice, and a person follows it. */
  readonly stops?: { readonly advice: RegExp; readonly remedy: Wire };
  /** The list does not show enough: a sync compares nothing, and says so. */
  readonly isComparedAlone?: true;
}

const keyIn = (name: unknown): string => /(\d{7})$/.exec(String(name))?.[1] ?? '';
const keysOf = (some: readonly number[]): ReadonlySet<string> => new Set(some.map(keyOfNumber));

const raise = (service: DialectService): void => {
  const raised = keysOf(thirds);
  service.alter((row) => (raised.has(keyIn(row['name'])) ? { ...row, total: Number(row['total']) + 7 } : row));
};

const lose =
  (some: readonly number[]) =>
  (service: DialectService): void =>
    service.forget((name) => keysOf(some).has(keyIn(name)));

const markAsDeleted =
  (some: readonly number[]) =>
  (service: DialectService): void =>
    service.alter((row) => (keysOf(some).has(keyIn(row['name'])) ? { ...row, status: 'deleted' } : row));

const failsAlways = (text: string): Oddity => ({
  name: 'one fails',
  withhold: (body) =>
    body.includes(text) ? { status: 500, text: '{}', headers: { 'content-type': 'application/json' } } : undefined,
});

const failsEachThird: Oddity = {
  name: 'each third fails, and its id is echoed',
  withhold: (body, number) => {
    if (number % 3 !== 0) return undefined;
    const { id } = JSON.parse(body) as { readonly id: string };
    return {
      status: 200,
      text: JSON.stringify({ id, status: 'failed' }),
      headers: { 'content-type': 'application/json' },
    };
  },
};

const ofAnother = theSales.slice(2, 8).map((sale, index) => {
  const { fields, ...rest } = heldOf(sale);
  return { ...rest, id: `other-${index}`, fields: { ...fields, total: Number(fields['total']) + 3 } };
});

const money = ['total', 'taxCollected', 'shipToAddress.state', 'transactedAt'];

const allWorlds: readonly World[] = [
  { of: 'all is well' },
  {
    of: '1: the list hides what matters',
    dialect: { twist: { listHides: money } },
    happens: raise,
    differing: thirds,
    isComparedAlone: true,
  },
  {
    of: '1: nothing shows what matters',
    dialect: { twist: { listHides: money, singleHides: money } },
    happens: raise,
    unseen: numbers,
  },
  {
    of: '1: amounts are written for people',
    dialect: { twist: { writes: 'money for people' } },
    unseen: numbers,
  },
  {
    of: '2: one body is answered 403',
    dialect: { twist: { forbids: { text: 'Café table', status: 403, body: 'HTML' } } },
    absent: [6],
  },
  { of: '2: one body is answered 500', oddities: [failsAlways('Café table')], absent: [6] },
  { of: '3: each second push is answered 409, locked', dialect: { twist: { locksEach: 2 } } },
  {
    of: '4: each third push is answered 200 with an error',
    dialect: { twist: { failsEach: { number: 3, body: { error: 'no' } } } },
  },
  {
    of: '4: each third push is answered 200 with an error and our id',
    oddities: [failsEachThird],
  },
  { of: '5: rows were deleted', happens: lose([4, 11, 19]), absent: [4, 11, 19] },
  { of: '5: rows were marked as deleted', happens: markAsDeleted([4, 11, 19]), absent: [4, 11, 19] },
  {
    of: '5: rows were deleted where the service answers 200 and nothing for them',
    dialect: { ids: 'own texts', unknown: 'null data' },
    happens: lose([4, 11, 19]),
    absent: [4, 11, 19],
  },
  {
    of: '5: rows were deleted where the service assigns ids',
    dialect: { ids: 'own texts', refuses: nothingRefused },
    happens: lose(thirds),
    absent: thirds,
  },
  { of: '6: shown 90 s late', dialect: { twist: { hiddenFor: 90_000 } } },
  {
    of: '7: late, refuses nothing, loses three answers',
    dialect: { refuses: nothingRefused, twist: { hiddenFor: 90_000, loses: [3, 8, 15] } },
  },
  {
    of: '8: the cursor has another name',
    dialect: { twist: { cursorAs: 'next_cursor' }, list: { largestPage: 10 } },
    stops: { advice: /nextCursor/, remedy: { nextCursor: 'next_cursor' } },
  },
  {
    of: '9: rows of another source have our names',
    holds: ofAnother,
    differing: numbers.slice(2, 8),
  },
  { of: '10: names come back changed', dialect: { ids: 'own texts', twist: { names: 'as Latin-1' } } },
  { of: '11: answers come in gzip', dialect: { twist: { compresses: 'gzip' } } },
  { of: '11: single reads are refused', dialect: { twist: { singleStatus: 405 } } },
  {
    of: '11: single reads deny everything',
    dialect: { ids: 'own texts', single: 'always 404', refuses: nothingRefused },
    happens: raise,
    differing: thirds,
  },
  {
    of: '12: unknown fields are refused',
    dialect: { twist: { unknownFields: ['subtotal'] } },
    stops: { advice: /leaveOut/, remedy: { leaveOut: ['subtotal'] } },
  },
];

const differences = (
  proof: { readonly differences: readonly { readonly kind: string; readonly sourceId: string }[] },
  kind: string,
): readonly string[] =>
  proof.differences
    .filter((one) => one.kind === kind)
    .map(({ sourceId }) => sourceId)
    .sort();

/** What each operation says of a world, as far as all of them speak of it. */
const statedIn = async (world: DialectWorld, ran: Awaited<ReturnType<DialectWorld['run']>>) => {
  const { proof } = await world.reconcile();
  const tied = await world.tieOut();
  const { groups, undecided } = await world.waiting();
  const views = new Map<string, string>();
  for (const number of numbers) views.set(keyOfNumber(number), await world.explain(keyOfNumber(number)));
  const explained = (...wanted: readonly string[]): readonly string[] =>
    [...views].flatMap(([key, view]) => (wanted.includes(view) ? [key] : [])).sort();
  const notStored = ran.entries.filter(({ outcome }) => ['held', 'failed'].includes(outcome));
  const tiedOf = (kind: string): number => tied.atService.filter((one) => one.kind === kind).length;
  return {
    missing: {
      sync: notStored.map(({ sourceId }) => sourceId).sort(),
      reconcile: differences(proof, 'missing at the service'),
      explain: explained('Absent', 'NotSent'),
    },
    numberMissing: {
      tieOut: tiedOf('missing at the service'),
      status: undecided,
      inbox: groups.reduce((sum, { isSent, count }) => (isSent ? sum : sum + count), 0),
    },
    differing: { reconcile: differences(proof, 'differs'), explain: explained('Differs') },
    numberDiffering: {
      tieOut: tiedOf('differs'),
      sync: ran.differing,
      inbox: groups.find(({ what }) => what === 'differs')?.count ?? 0,
    },
    notCompared: {
      sync: ran.notCompared,
      reconcile: proof.notCompared,
      tieOut: tied.notCompared,
      explain: explained('NotCompared').length,
    },
    isWhole: { reconcile: proof.isComplete, tieOut: tied.isTied },
  };
};

const worlds = sized({ quick: allWorlds.filter((_, index) => index % 8 === 0), all: allWorlds });

describe('sync, reconcile, explain, status, tie-out and the inbox', () => {
  it.each(worlds.map((world) => [world.of, world] as const))('say the same of a world: %s', async (_, asked) => {
    const { of: _of, dialect = {}, happens, stops, isComparedAlone, ...rest } = asked;
    const { absent = [], differing = [], unseen = [], ...options } = rest;
    const world = await openWorld({ ...options, dialect: aDialect(dialect) });
    const run = async (): ReturnType<DialectWorld['run']> => {
      const ran = await world.run();
      world.pass(2 * hour);
      return ran;
    };
    let ran = await run();
    // A service with more rows than a page stops the run that reads them.
    if (stops !== undefined && !stops.advice.test(ran.texts)) ran = await run();
    if (stops !== undefined) {
      expect(ran.texts).toMatch(stops.advice);
      expect(ran.posts).toBeLessThanOrEqual(20);
      world.setWire(stops.remedy);
      await run();
    }
    happens?.(world.service);
    ran = await run();
    const [keys, others] = [[...keysOf(absent)].sort(), [...keysOf(differing)].sort()];
    const seenBySync = isComparedAlone ? 0 : others.length;
    const isWhole = absent.length + differing.length + unseen.length === 0;
    expect(await statedIn(world, ran)).toStrictEqual({
      missing: { sync: keys, reconcile: keys, explain: keys },
      numberMissing: { tieOut: keys.length, status: keys.length, inbox: keys.length },
      differing: { reconcile: others, explain: others },
      numberDiffering: { tieOut: others.length, sync: seenBySync, inbox: seenBySync },
      notCompared: {
        sync: isComparedAlone ? numbers.length : unseen.length,
        reconcile: unseen.length,
        tieOut: unseen.length,
        explain: unseen.length,
      },
      isWhole: { reconcile: isWhole, tieOut: isWhole },
    });
  });
});
