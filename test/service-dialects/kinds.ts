import { type Kind, kind, storing } from './kind.ts';

const answering: readonly Kind[] = [
  kind('answers 200 with the transaction, as the sandbox does', {}),
  kind('answers with the body as it was sent', { success: { body: 'as sent' } }),
  kind('answers 201 with the transaction', { success: { status: 201 } }),
  kind('answers 202 and the id alone', { success: { status: 202, body: 'id' } }),
  kind('answers 204', { success: { status: 204, body: 'empty' } }),
  kind('answers 200 with an empty body', { success: { body: 'empty' } }),
  kind('answers 200 and {success: true}', { success: { body: 'success flag' } }),
  kind('answers 201 and null', { success: { status: 201, body: 'null' } }),
  kind('wraps all single transactions in data', { success: { isWrapped: true }, single: 'wrapped' }),
  kind('answers {data: {success: true}} and wraps single reads', {
    success: { body: 'success flag', isWrapped: true },
    single: 'wrapped',
  }),
  kind('answers 204, and 200 with null data for an id that is not there', {
    success: { status: 204, body: 'empty' },
    unknown: 'null data',
  }),
  kind('answers 204 and never finds a single transaction', {
    success: { status: 204, body: 'empty' },
    single: 'always 404',
  }),
];

const identifying: readonly Kind[] = [
  kind('assigns ids of its own and refuses equal names', { ids: 'own texts' }),
  kind('assigns numbers as ids and refuses equal names', { ids: 'own numbers' }),
  kind('assigns ids of its own and refuses nothing', {
    ids: 'own texts',
    refuses: { equalIds: false, equalNames: false },
  }),
  kind('assigns numbers as ids, wraps everything in data and refuses nothing', {
    ids: 'own numbers',
    refuses: { equalIds: false, equalNames: false },
    success: { status: 201, isWrapped: true },
    single: 'wrapped',
  }),
  kind('assigns ids of its own, answers 204 and refuses nothing', {
    ids: 'own texts',
    refuses: { equalIds: false, equalNames: false },
    success: { status: 204, body: 'empty' },
  }),
  kind('assigns ids of its own, answers {success: true}, never finds one and lists ids and names', {
    ids: 'own texts',
    refuses: { equalIds: false, equalNames: false },
    success: { body: 'success flag' },
    single: 'always 404',
    list: { carries: 'id and name' },
  }),
  kind('assigns numbers, stores upper case names and answers the id alone', {
    ids: 'own numbers',
    stores: ['upper case texts'],
    success: { status: 201, body: 'id' },
  }),
  kind('keeps our ids and refuses nothing', { refuses: { equalIds: false, equalNames: false } }),
  kind('keeps our ids, refuses nothing and answers 204', {
    refuses: { equalIds: false, equalNames: false },
    success: { status: 204, body: 'empty' },
  }),
  kind('refuses equal ids alone', { refuses: { equalNames: false } }),
  kind('refuses equal names alone', { refuses: { equalIds: false } }),
];

const changing: readonly Kind[] = [
  storing('stores ZIP+4', 'ZIP+4'),
  storing('stores ZIPs as integers', 'ZIP as an integer'),
  storing('stores USA', 'country as USA'),
  storing('stores no country for the US', 'country as null'),
  storing('stores upper case texts', 'upper case texts'),
  storing('stores lower case texts', 'lower case texts'),
  storing('stores upper case ids', 'upper case ids'),
  storing('stores no accents', 'no accents'),
  storing('stores single spaces', 'single spaces'),
  storing('stores a default entity', 'default entity'),
  storing('stores the day alone', 'day alone'),
  storing('stores the midnight of the day', 'midnight'),
  storing('stores milliseconds', 'milliseconds'),
  storing('stores no milliseconds', 'no milliseconds'),
  storing('stores instants with a local offset', 'local offset'),
  storing('stores float noise', 'float noise'),
  storing('stores numbers as texts', 'numeric texts'),
  storing('stores three decimals', 'three decimals'),
  storing('stores more fields', 'more fields'),
  storing('stores lines in another order', 'reordered lines'),
  storing('stores lines under ids of its own', 'new line ids'),
  storing('stores no null address parts', 'no nulls'),
  storing('stores blanks for null address parts', 'blanks for nulls'),
  storing(
    'stores everything in a form of its own',
    'ZIP+4',
    'country as USA',
    'upper case texts',
    'no accents',
    'single spaces',
    'default entity',
    'day alone',
    'float noise',
    'more fields',
    'reordered lines',
    'new line ids',
    'blanks for nulls',
  ),
  kind('assigns numbers and stores everything in a form of its own', {
    ids: 'own numbers',
    success: { status: 201, isWrapped: true },
    single: 'wrapped',
    stores: ['ZIP+4', 'country as null', 'upper case texts', 'no accents', 'midnight', 'numeric texts', 'no nulls'],
  }),
];

const listing: readonly Kind[] = [
  kind('lists ids and names alone', { list: { carries: 'id and name' } }),
  kind('lists ids, names and tax', { list: { carries: 'id, name and tax' } }),
  kind('lists no lines', { list: { carries: 'no lines' } }),
  kind('lists by position', { list: { cursors: 'position' } }),
  kind('lists ten at a time', { list: { largestPage: 10, cursors: 'position' } }),
  kind('lists a push only five requests later', { list: { delay: { requests: 5 } } }),
  kind('lists a push only an hour later', { list: { delay: { milliseconds: 3_600_000 } } }),
  kind('lists a push an hour later, assigns ids of its own and refuses equal names', {
    ids: 'own texts',
    list: { delay: { milliseconds: 3_600_000 } },
  }),
  kind('lists a push an hour later, assigns ids of its own and refuses nothing', {
    ids: 'own texts',
    refuses: { equalIds: false, equalNames: false },
    list: { delay: { milliseconds: 3_600_000 } },
  }),
  kind('lists a push an hour later, assigns ids of its own, answers 204 and refuses nothing', {
    ids: 'own texts',
    refuses: { equalIds: false, equalNames: false },
    success: { status: 204, body: 'empty' },
    list: { delay: { milliseconds: 3_600_000 }, carries: 'id and name' },
  }),
];

const codes = ['AMAZON', 'META', 'TIKTOK', 'WALMART', 'TARGET_PLUS', 'ETSY', 'EBAY', 'MIRAKL', 'MACYS', 'ALIBABA'];

const wired: readonly Kind[] = [
  kind('wants amounts as texts', { demands: { amounts: 'string' } }, { amounts: 'string' }),
  kind('wants amounts in minor units', { demands: { amounts: 'minorUnits' } }, { amounts: 'minorUnits' }),
  kind(
    'wants other names for fields',
    { demands: { names: { transactedAt: 'occurredAt', 'shipToAddress.zip': 'shipToAddress.postalCode' } } },
    { names: { transactedAt: 'occurredAt', 'shipToAddress.zip': 'shipToAddress.postalCode' } },
  ),
  kind('takes no null address parts', { demands: { parts: 'no nulls' } }, { nulls: 'omit' }),
  kind('needs line1 and city as texts', { demands: { parts: 'texts' } }, { nulls: 'blank' }),
  kind('needs a constant field', { demands: { constants: { source: 'shop' } } }, { extra: { source: 'shop' } }),
  {
    ...kind(
      'knows some marketplaces alone',
      { demands: { marketplaces: codes } },
      { marketplaces: { codes, others: 'omit' } },
    ),
    leavesOut: ['marketplace'],
  },
  kind(
    'assigns numbers and wants minor units under other names',
    {
      ids: 'own numbers',
      success: { status: 201, body: 'id', isWrapped: true },
      single: 'wrapped',
      demands: { amounts: 'minorUnits', names: { transactedAt: 'occurredAt' }, parts: 'no nulls' },
    },
    { amounts: 'minorUnits', names: { transactedAt: 'occurredAt' }, nulls: 'omit', identity: 'service' },
  ),
  kind('assigns ids, as the settings say', { ids: 'own texts' }, { identity: 'service' }),
  kind('keeps our ids, as the settings say', { success: { status: 204, body: 'empty' } }, { identity: 'client' }),
];

/** Every kind of service that has to be served exactly: 24 sales stored once, and a report that is true. */
export const kinds: Readonly<Record<'answering' | 'identifying' | 'changing' | 'listing' | 'wired', readonly Kind[]>> =
  { answering, identifying, changing, listing, wired };
