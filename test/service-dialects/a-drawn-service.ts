import type { Sale } from '../../src/mapping/sale.ts';
import { aDialect, type Dialect, type DialectDifferences } from '../support/dialects/dialect.ts';
import type { Held } from '../support/dialects/dialect-service.ts';
import {
  envelopes,
  errorsInSuccess,
  forms,
  hiding,
  ids,
  inRows,
  inSingle,
  pages,
  refusals,
} from '../support/dialects/odd-answers.ts';
import { type Json, withValueAt } from '../support/dialects/json.ts';
import type { Oddity } from '../support/dialects/oddity.ts';
import type { NameForm } from '../support/dialects/twist.ts';
import { otherNames } from '../support/dialects/other-names.ts';
import { keyOfNumber, theSales } from './the-sales.ts';
import { heldOf } from './truth-of.ts';

/** A number in [0, 1). */
interface Chance {
  readonly next: () => number;
}

/** What becomes of the service's rows after a sync, with no word to us. */
export interface Event {
  readonly name: string;
  /** Numbers of sales that are deleted. */
  readonly lost?: readonly number[];
  /** Whether others are stored under the ids of those. */
  readonly isReused?: true;
  /** What is changed in some rows; `isMark`: an exemption or a marketplace. */
  readonly alter?: { readonly numbers: readonly number[]; readonly path: string; readonly change: (row: Json) => Json };
}

const numbered = (number: number): Sale => {
  const sale = theSales[number - 1];
  if (sale === undefined) throw new Error(`there is no sale ${number}`);
  return sale;
};

/** A service that no page names, and what happens there. */
export interface DrawnService {
  readonly words: string;
  readonly dialect: Dialect;
  readonly oddities: readonly Oddity[];
  readonly holds: readonly Held[];
  /** Paths that the list, and single reads, do not show in a form that can be read. */
  readonly hidden: { readonly list: readonly string[]; readonly single: readonly string[] };
  readonly event: Event | null;
  readonly wire: Readonly<Record<string, unknown>>;
  /** How many of the sales are there at first; the others follow later. */
  readonly first: number;
  /** Whether webhooks name the others, and some of the first again, before the next sync. */
  readonly isLive: boolean;
  /** Numbers of sales that the service refuses by themselves: each other one has to be stored. */
  readonly refusedAlone?: readonly number[];
}

const all = theSales.map((_sale, index) => index + 1);
const texts = [
  'Café table',
  '"state":"TX"',
  '"city":"Boston"',
  keyOfNumber(1),
  keyOfNumber(24),
  'RESALE',
  '"currency":"JPY"',
];

interface Draft {
  words: string[];
  dialect: DialectDifferences;
  oddities: Oddity[];
  holds: Held[];
  list: string[];
  single: string[];
  event: Event | null;
}

const merged = (one: DialectDifferences, two: DialectDifferences): DialectDifferences => ({
  ...one,
  ...two,
  ...(two.twist !== undefined && { twist: { ...one.twist, ...two.twist } }),
  ...(two.list !== undefined && { list: { ...one.list, ...two.list } }),
  ...(two.success !== undefined && { success: { ...one.success, ...two.success } }),
});

export const drawService = ({ next }: Chance): DrawnService => {
  const pick = <A>(choices: readonly A[]): A => choices[Math.floor(next() * choices.length)] as A;
  const some = <A>(choices: readonly A[], share: number): readonly A[] => choices.filter(() => next() < share);
  const draft: Draft = { words: [], dialect: {}, oddities: [], holds: [], list: [], single: [], event: null };
  const add = (word: string, dialect: DialectDifferences = {}, oddities: readonly Oddity[] = []): void => {
    draft.words.push(word);
    draft.dialect = merged(draft.dialect, dialect);
    draft.oddities.push(...oddities);
  };
  const addOne = (oddity: Oddity): void => add(oddity.name, oddity.dialect, [oddity]);
  const which = (): readonly [(text: string, number: number) => boolean, string] => {
    const kind = pick(['text', 'text', 'each', 'from', 'all']);
    if (kind === 'text') {
      const text = pick(texts);
      return [(body) => body.includes(text), `bodies with ${text}`];
    }
    const every = pick([2, 3, 5]);
    if (kind === 'each') return [(_body, number) => number % every === 0, `each push of number ${every}`];
    const from = pick([2, 6, 13]);
    return kind === 'from' ? [(_body, number) => number >= from, `all from push ${from}`] : [() => true, 'all pushes'];
  };
  const paths = [
    'total',
    'taxCollected',
    'shipToAddress.state',
    'shipToAddress',
    'transactedAt',
    'lineItems',
    'currency',
    'name',
  ];
  const marks = ['purpose', 'entity', 'marketplace'];

  const features: readonly (() => void)[] = [
    () => {
      const listHides = some(paths.slice(0, 7), 0.35);
      draft.list.push(...listHides);
      add(`list hides ${listHides.join()}`, {}, [{ name: '', onList: inRows(hiding(listHides)) }]);
    },
    () => {
      const singleHides = some(paths.slice(0, 7), 0.35);
      draft.single.push(...singleHides);
      add(`single reads hide ${singleHides.join()}`, {}, [{ name: '', onSingle: inSingle(hiding(singleHides)) }]);
    },
    () => {
      const hides = some(marks, 0.7);
      draft.list.push(...hides);
      const isBoth = next() < 0.2;
      if (isBoth) draft.single.push(...hides);
      const hide = hiding(hides);
      add(`list${isBoth ? ' and single reads hide' : ' hides'} ${hides.join()}`, {}, [
        { name: '', onList: inRows(hide), ...(isBoth && { onSingle: inSingle(hide) }) },
      ]);
    },
    () => {
      const form = pick(forms);
      const face = pick(['list', 'single', 'both']);
      if (face !== 'single') draft.list.push(form.hides);
      if (face !== 'list') draft.single.push(form.hides);
      add(`${face} writes ${form.name}`, {}, [
        {
          name: '',
          ...(face !== 'single' && { onList: inRows(form.write) }),
          ...(face !== 'list' && { onSingle: inSingle(form.write) }),
        },
      ]);
    },
    () => {
      const delay = pick([
        { requests: 5 },
        { milliseconds: 20_000 },
        { milliseconds: 90_000 },
        { milliseconds: 1_500_000 },
      ]);
      add(`list late ${JSON.stringify(delay)}`, { list: { delay } });
    },
    () => {
      const hiddenFor = pick([20_000, 90_000, 1_500_000]);
      add(`all reads late by ${hiddenFor}`, { twist: { hiddenFor } });
    },
    () => {
      const one = pick(ids);
      if (one.name.startsWith('tax ')) {
        draft.list.push('taxCollected');
        draft.single.push('taxCollected');
      }
      addOne(one);
    },
    () => addOne(pick(pick([refusals(...which()), refusals(...which())]))),
    () => addOne(pick(errorsInSuccess(...which()))),
    () => addOne(pick(envelopes)),
    () => {
      add('pages of ten', { list: { largestPage: 10, cursors: pick(['offset', 'position'] as const) } });
      addOne(pick(pages));
    },
    () => {
      const names = pick<NameForm>([
        'prefixed',
        'as Latin-1',
        'as Windows-1252',
        'twice as Latin-1',
        'prefixed as Latin-1',
        'as entities',
        'percent-encoded',
        'upper case without spaces',
        'suffixed',
        'cut off',
      ]);
      add(`names ${names}`, { twist: { names } });
    },
    () => {
      const [name, change] = pick(otherNames);
      const onRow = (row: Json): Json =>
        typeof row['name'] === 'string' ? { ...row, name: change(row['name']) } : row;
      add(`names come back ${name}`, {}, [
        { name: '', onList: inRows(onRow), onSingle: inSingle(onRow), onPush: inSingle(onRow) },
      ]);
    },
    () => {
      const compresses = pick(['gzip', 'br'] as const);
      add(compresses, { twist: { compresses } });
    },
    () => {
      const singleStatus = pick([401, 403, 404, 405, 500, 501]);
      add(`single reads answer ${singleStatus}`, { twist: { singleStatus } });
    },
    () => {
      const unknownFields = ['subtotal'];
      add(`refuses ${unknownFields.join()}`, { twist: { unknownFields } });
    },
    () => add('loses answers', { twist: { loses: pick([[1], [2, 3], [3, 8, 15], [24]]) } }),
    () => {
      const carries = pick(['id and name', 'id, name and tax', 'no lines'] as const);
      if (carries !== 'no lines')
        draft.list.push('total', 'taxCollected', 'shipToAddress.state', 'transactedAt', ...marks);
      add(`list: ${carries}`, { list: { carries } });
    },
    () => {
      const status = pick([200, 201, 202, 204] as const);
      const body = status === 204 ? 'empty' : pick(['id', 'empty', 'success flag', 'null'] as const);
      add(`answers ${status} ${body}`, { success: { status, body } });
    },
    () => add('409 as', { exists: pick(['empty', 'HTML', 'text', 'stored', 'id', 'null'] as const) }),
    () => {
      const numbers = [2, 3, 7, 11, 14, 20];
      const [isOther, isUnderIds] = [next() < 0.5, next() < 0.3];
      draft.holds = numbers.map((number, index) => {
        const held = heldOf(numbered(number));
        return {
          ...held,
          id: isUnderIds ? held.id : `other-${index}`,
          fields: isOther ? { ...held.fields, total: Number(held.fields['total']) + 3 } : held.fields,
        };
      });
      add(`holds six of another source${isOther ? ', otherwise' : ''}${isUnderIds ? ', under our ids' : ''}`);
    },
  ];
  const identity = pick<readonly [string, DialectDifferences]>([
    ['client ids', {}],
    ['client ids, refuses nothing', { refuses: { equalIds: false, equalNames: false } }],
    ['client ids, refuses ids', { refuses: { equalIds: true, equalNames: false } }],
    ['own texts, refuses names', { ids: 'own texts' }],
    ['own numbers, refuses names', { ids: 'own numbers' }],
    ['own texts, refuses nothing', { ids: 'own texts', refuses: { equalIds: false, equalNames: false } }],
    ['own numbers, refuses nothing', { ids: 'own numbers', refuses: { equalIds: false, equalNames: false } }],
  ]);
  add(...identity);
  const count = pick([1, 1, 2, 2, 2, 3, 3]);
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(Math.floor(next() * features.length));
  for (const index of [...chosen].sort((a, b) => a - b)) features[index]?.();

  const numbers = pick<readonly number[]>([
    all.slice(12),
    [4, 11, 19],
    [24],
    [1],
    all.filter((number) => number % 3 === 0),
  ]);
  const alter = (path: string, change: (row: Json) => Json): Event => ({
    name: `${path} altered of ${numbers.join()}`,
    alter: { numbers, path, change },
  });
  draft.event = pick<Event | null>([
    null,
    null,
    { name: `lost ${numbers.join()}`, lost: numbers },
    { name: `lost ${numbers.join()}, and others have those ids`, lost: numbers, isReused: true },
    { name: `lost ${numbers.join()}`, lost: numbers },
    alter('total', (row) => ({ ...row, total: Number(row['total']) + 7 })),
    alter('taxCollected', (row) => ({ ...row, taxCollected: Number(row['taxCollected']) + 1 })),
    alter('shipToAddress.state', (row) => withValueAt(row, 'shipToAddress.state', 'VT')),
    alter('transactedAt', (row) => ({ ...row, transactedAt: '2026-01-24T08:00:00Z' })),
    alter('purpose', (row) => ({ ...row, purpose: row['purpose'] === 'RESALE' ? undefined : 'RESALE' })),
    alter('entity', (row) => ({ ...row, entity: row['entity'] === 'NON_PROFIT' ? 'FEDERAL_GOV' : 'NON_PROFIT' })),
    alter('marketplace', (row) => ({ ...row, marketplace: row['marketplace'] === 'EBAY' ? 'AMAZON' : 'EBAY' })),
  ]);
  return {
    words: [...draft.words, draft.event?.name ?? 'nothing happens'].join('; '),
    dialect: aDialect(draft.dialect),
    oddities: draft.oddities,
    holds: draft.holds,
    hidden: { list: draft.list, single: draft.single },
    event: draft.event,
    wire: {},
    first: pick([24, 24, 24, 1, 9, 17]),
    isLive: next() < 0.5,
  };
};

/** The same ids, event and arrivals, at a service that answers a firewall's page to one body, or 409 "locked" to some pushes. */
export const withRefusals = (drawn: DrawnService, { next }: Chance): DrawnService => {
  const isLocked = next() < 0.5;
  const { ids, refuses } = drawn.dialect;
  const twist = isLocked
    ? { locksEach: 2 + Math.floor(next() * 3) }
    : {
        forbids: { text: 'Café table', status: [403, 404, 405][Math.floor(next() * 3)] ?? 403, body: 'HTML' as const },
      };
  return {
    ...drawn,
    words: `${ids} ids with ${JSON.stringify(twist)}; ${drawn.event?.name ?? 'nothing happens'}`,
    ...{ dialect: aDialect({ ids, refuses, twist }), oddities: [], holds: [], hidden: { list: [], single: [] } },
    refusedAlone: isLocked ? [] : [6],
  };
};
