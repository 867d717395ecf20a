import { aDialect, type Dialect, type ListDelay, type Normalization, type SuccessBody } from './dialect.ts';

/** A number in [0, 1). */
export interface Chance {
  readonly next: () => number;
}

const pickFrom =
  ({ next }: Chance) =>
  <A>(choices: readonly [A, ...(readonly A[])]): A =>
    choices[Math.floor(next() * choices.length)] ?? choices[0];

/** Forms of which a service has one at most. */
const alternatives: readonly (readonly [Normalization, ...(readonly Normalization[])])[] = [
  ['ZIP+4', 'ZIP as an integer'],
  ['country as USA', 'country as null'],
  ['upper case texts', 'lower case texts'],
  ['no accents'],
  ['single spaces'],
  ['default entity'],
  ['day alone', 'midnight', 'milliseconds', 'no milliseconds', 'local offset'],
  ['float noise'],
  ['numeric texts', 'three decimals'],
  ['more fields'],
  ['reordered lines'],
  ['new line ids'],
  ['no nulls', 'blanks for nulls'],
];

const forms = (chance: Chance): readonly Normalization[] => {
  const isPlain = chance.next() < 0.3;
  return alternatives.flatMap((some) => {
    const [isOne, one] = [chance.next() < 0.3, pickFrom(chance)(some)];
    return isOne && !isPlain ? [one] : [];
  });
};

const bodies: readonly [SuccessBody, ...(readonly SuccessBody[])] = [
  'stored',
  'stored',
  'as sent',
  'id',
  'empty',
  'success flag',
  'null',
];

const delays: readonly [ListDelay, ...(readonly ListDelay[])] = [
  null,
  null,
  null,
  { requests: 5 },
  { milliseconds: 2_000 },
  { milliseconds: 60_000 },
];

/**
 * A dialect that the contract allows: every list carries ids and names with the newest first, a success is a 2xx, what is
 * stored means what was sent, and `GET` by id speaks of the service's own ids. The same numbers give the same dialect.
 *
 * Left out is what a contract-abiding client cannot fit without settings (demands), and what is a lie (distortions).
 */
export const drawDialect = (chance: Chance): Dialect => {
  const pick = pickFrom(chance);
  const ids = pick<Dialect['ids']>(['client', 'client', 'own texts', 'own numbers']);
  const status = pick<Dialect['success']['status']>([200, 200, 201, 202, 204]);
  const drawn = pick(bodies);
  const isWrapped = chance.next() < 0.3;
  // The body as it was sent would name an id that the service does not know.
  const body = ids !== 'client' && drawn === 'as sent' ? 'stored' : drawn;
  const equalIds = ids === 'client' && chance.next() < 0.7;
  const equalNames = chance.next() < 0.6;
  const stores = [...forms(chance), ...(chance.next() < 0.1 ? (['upper case ids'] as const) : [])];
  return aDialect({
    ids,
    refuses: { equalIds, equalNames },
    success: { status, body: status === 204 ? 'empty' : body, isWrapped },
    exists: pick<Dialect['exists']>(['issues', 'issues', 'empty', 'HTML', 'text', 'stored', 'wrapped', 'id', 'null']),
    single: pick<Dialect['single']>(
      isWrapped ? ['wrapped', 'wrapped', 'always 404'] : ['plain', 'plain', 'always 404'],
    ),
    stores,
    list: {
      carries: pick<Dialect['list']['carries']>([
        'everything',
        'everything',
        'id and name',
        'id, name and tax',
        'no lines',
      ]),
      delay: pick(delays),
      cursors: pick<Dialect['list']['cursors']>(['offset', 'position']),
      largestPage: pick([100, 100, 25, 10]),
    },
    refusal: {
      status: pick<400 | 422>([400, 422]),
      form: pick<Dialect['refusal']['form']>(['dotted paths', 'brackets']),
    },
  });
};

/** A dialect in a few words, for the message of a test that fails. */
export const inWords = ({ ids, refuses, success, single, exists, stores, list }: Dialect): string =>
  [
    `ids: ${ids}`,
    `refuses: ${[...(refuses.equalIds ? ['equal ids'] : []), ...(refuses.equalNames ? ['equal names'] : [])].join(', ') || 'nothing'}`,
    `success: ${success.status} ${success.body}${success.isWrapped ? ' in data' : ''}`,
    `single: ${single}`,
    `409: ${exists}`,
    `stores: ${stores.join(', ') || 'as sent'}`,
    `list: ${list.carries}, ${list.delay === null ? 'at once' : JSON.stringify(list.delay)}`,
  ].join('; ');
