import { type DialectReply, htmlReply, jsonReply } from './dialect-reply.ts';
import { isJson, type Json, parseJson, textOf, valueAt, withValueAt } from './json.ts';
import type { Oddity } from './oddity.ts';

/** A success with something done to its JSON; every other answer as it is. */
const inJson =
  (change: (json: Json) => unknown) =>
  (reply: DialectReply): DialectReply => {
    const json = reply.status >= 200 && reply.status < 300 ? parseJson(reply.text) : undefined;
    return json === undefined ? reply : { ...reply, text: JSON.stringify(change(json)) };
  };

const rowsOf = ({ data }: Json): readonly Json[] => (Array.isArray(data) ? data.filter(isJson) : []);

/** A page of the list with something done to each of its rows. */
export const inRows = (change: (row: Json) => Json): ((reply: DialectReply) => DialectReply) =>
  inJson((page) => ({ ...page, data: rowsOf(page).map(change) }));

/** A single transaction, wrapped or not, with something done to it. */
export const inSingle = (change: (row: Json) => Json): ((reply: DialectReply) => DialectReply) =>
  inJson((json) => {
    if (isJson(json['data'])) return { ...json, data: change(json['data']) };
    return json['id'] === undefined && json['name'] === undefined ? json : change(json);
  });

const renamed = (json: Json, from: string, to: string): Json => {
  const value = valueAt(json, from);
  return value === undefined ? json : withValueAt(withValueAt(json, from, undefined), to, value);
};

/** Everywhere the same change to a transaction. */
const everywhere = (name: string, change: (row: Json) => Json, more: Partial<Oddity> = {}): Oddity => ({
  name,
  onPush: inSingle(change),
  onList: inRows(change),
  onSingle: inSingle(change),
  ...more,
});

const prefix = 'tnx_';

/** How ids come back. */
export const ids: readonly Oddity[] = [
  everywhere(
    'ids are ours with a prefix',
    (row) => (row['id'] === undefined ? row : { ...row, id: `${prefix}${textOf(row['id'])}` }),
    { asked: (id) => (id.startsWith(prefix) ? id.slice(prefix.length) : `none-${id}`) },
  ),
  everywhere('ids stand in _id', (row) => renamed(row, 'id', '_id')),
  everywhere('ids stand in transactionId', (row) => renamed(row, 'id', 'transactionId')),
  everywhere('names stand in description', (row) => renamed(row, 'name', 'description')),
  everywhere('tax stands in tax_collected', (row) => renamed(row, 'taxCollected', 'tax_collected')),
];

const shownIn = (json: Json): unknown => (isJson(json['data']) ? json['data'] : json);

const envelope = (name: string, wrap: (shown: unknown) => unknown): Oddity => ({
  name: `a stored one is answered with ${name}`,
  onPush: (reply) => {
    if (reply.status < 200 || reply.status >= 300 || reply.text === '') return reply;
    const json = parseJson(reply.text);
    return json === undefined ? reply : { ...reply, text: JSON.stringify(wrap(shownIn(json))) };
  },
});

/** Successes that look a little like errors, or show little. */
export const envelopes: readonly Oddity[] = [
  envelope('{errors: [], data}', (data) => ({ errors: [], data })),
  envelope('{error: null, data}', (data) => ({ error: null, data })),
  envelope('{code: 0, message: ok, data}', (data) => ({ code: 0, message: 'ok', data })),
  envelope('{code: 0, message: ok}', () => ({ code: 0, message: 'ok' })),
  envelope('{errorCode: 0}', () => ({ errorCode: 0 })),
  envelope('{error: false}', () => ({ error: false })),
  envelope('{status: pending}', () => ({ status: 'pending' })),
  envelope('{warnings: [one], id}', (data) => ({ warnings: ['one'], id: isJson(data) ? data['id'] : undefined })),
  envelope('{errors: {}}', () => ({ errors: {} })),
  envelope('{success: 1}', () => ({ success: 1 })),
  envelope('{message: created}', () => ({ message: 'created' })),
  envelope('{result: {…}}', (result) => ({ result })),
  envelope('[{…}]', (one) => [one]),
];

const noError: readonly (readonly [string, number, unknown])[] = [
  ['{error: text}', 200, { error: 'quota' }],
  ['{errors: [one]}', 200, { errors: [{ title: 'no' }] }],
  ['{success: false}', 200, { success: false }],
  ['{status: error}', 200, { status: 'error', message: 'no' }],
  ['{ok: false}', 200, { ok: false }],
  ['{code, message}', 200, { code: 'E_INTERNAL', message: 'could not be saved' }],
  ['{message}', 200, { message: 'Something went wrong' }],
  ['{statusCode: 500}', 200, { statusCode: 500 }],
  ['{result: failure}', 200, { result: 'failure' }],
  ['{success: 0}', 200, { success: 0 }],
  ['{detail}', 200, { detail: 'Not saved' }],
  ['{data: {success: false}}', 200, { data: { success: false } }],
  ['{data: null}', 200, { data: null }],
  ['{errors: [one], id: of the request}', 200, { errors: [{ title: 'no' }], id: 'req_81723' }],
  ['{status: FAILED, id: of a job}', 202, { status: 'FAILED', id: 'job_5512' }],
  ['[]', 200, []],
  ['{}', 200, {}],
  ['{accepted: 0, rejected: 1}', 200, { accepted: 0, rejected: 1 }],
  ['{Error: text}', 200, { Error: 'no' }],
  ['{state: failed}', 200, { state: 'failed' }],
  ['{type: error}', 200, { type: 'error', title: 'no' }],
];

/** Successes that hold an error; nothing is stored. `isWithheld`: which pushes. */
export const errorsInSuccess = (
  isWithheld: (text: string, number: number) => boolean,
  when: string,
): readonly Oddity[] =>
  noError.map(([name, status, body]) => ({
    name: `${status} ${name} to ${when}`,
    withhold: (text, number) => (isWithheld(text, number) ? jsonReply(status, body) : undefined),
  }));

const page = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form></form></body></html>';

const plainReply = (status: number, text: string): DialectReply => ({
  status,
  text,
  headers: { 'content-type': 'text/plain' },
});

const bodies: Readonly<Record<string, (status: number) => DialectReply>> = {
  HTML: (status) => ({ ...htmlReply(status), text: page }),
  JSON: (status) => jsonReply(status, { message: 'not possible' }),
  text: (status) => plainReply(status, 'Not possible'),
  nothing: (status) => ({ status, text: '' }),
};

/** Refusals by a status and a body; nothing is stored. */
export const refusals = (isWithheld: (text: string, number: number) => boolean, when: string): readonly Oddity[] =>
  [
    200, 302, 400, 401, 402, 403, 404, 405, 406, 409, 410, 413, 415, 422, 423, 429, 451, 500, 501, 502, 503, 521,
  ].flatMap((status) =>
    Object.entries(bodies)
      .filter(([body]) => status !== 200 || body === 'HTML')
      .map(([body, reply]) => ({
        name: `${status} with ${body} to ${when}`,
        withhold: (text: string, number: number) => {
          if (!isWithheld(text, number)) return undefined;
          const answer = reply(status);
          return status === 302 ? { ...answer, headers: { ...answer.headers, location: '/sign-in' } } : answer;
        },
      })),
  );

const rest = ({ data: _data, nextCursor: _next, ...others }: Json): Json => others;

const pageAs = (
  name: string,
  shape: (rows: readonly Json[], next: unknown) => unknown,
  headers: (next: unknown) => Readonly<Record<string, string>> = () => ({}),
): Oddity => ({
  name: `pages are ${name}`,
  onList: (reply) => {
    const json = reply.status === 200 ? parseJson(reply.text) : undefined;
    if (json === undefined) return reply;
    const next = json['nextCursor'] ?? null;
    const shaped = shape(rowsOf(json), next);
    const text = JSON.stringify(isJson(shaped) ? { ...rest(json), ...shaped } : shaped);
    return { ...reply, text, headers: { ...reply.headers, ...headers(next) } };
  },
});

const link = (next: unknown): Readonly<Record<string, string>> =>
  next === null ? {} : { link: `<https://api.example.com/v1/transactions?cursor=${textOf(next)}>; rel="next"` };

/** How a page of the list names the next one. */
export const pages: readonly Oddity[] = [
  pageAs('{data, next_cursor}', (data, next) => ({ data, next_cursor: next })),
  pageAs('{data, pagination: {next}}', (data, next) => ({ data, pagination: { next } })),
  pageAs('{data, meta: {next_cursor}}', (data, next) => ({ data, meta: { next_cursor: next } })),
  pageAs('{data, meta: {cursor: {next}}}', (data, next) => ({ data, meta: { cursor: { next } } })),
  pageAs('{data, links: {next: URL}}', (data, next) => ({
    data,
    links: { next: next === null ? null : `https://api.example.com/v1/transactions?cursor=${textOf(next)}` },
  })),
  pageAs('{data, next: URL}', (data, next) => ({
    data,
    next: next === null ? null : `https://api.example.com/v1/transactions?cursor=${textOf(next)}`,
  })),
  pageAs('{data} with a Link header', (data) => ({ data }), link),
  pageAs(
    '{data} with X-Next-Cursor',
    (data) => ({ data }),
    (next) => (next === null ? {} : { 'x-next-cursor': textOf(next) }),
  ),
  pageAs('{data, has_more}', (data, next) => ({ data, has_more: next !== null })),
  pageAs('{data, hasMore, lastId}', (data, next) => ({ data, hasMore: next !== null, lastId: data.at(-1)?.['id'] })),
  pageAs('{data, page, total_pages}', (data, next) => ({ data, page: 1, total_pages: next === null ? 1 : 3 })),
  pageAs('{data, total, offset}', (data, next) => ({
    data,
    total: next === null ? data.length : data.length * 2 + 1,
    offset: 0,
  })),
  pageAs('{data, total}', (data, next) => ({ data, total: next === null ? data.length : data.length + 14 })),
  pageAs('{data, meta: {total, per_page}}', (data, next) => ({
    data,
    meta: { total: next === null ? data.length : data.length + 14, per_page: data.length },
  })),
  pageAs('an array', (data) => data),
  pageAs('{transactions, nextCursor}', (transactions, nextCursor) => ({ transactions, nextCursor })),
  pageAs('{items, nextCursor}', (items, nextCursor) => ({ items, nextCursor })),
  pageAs('{data, nextCursor: {id}}', (data, next) => ({ data, nextCursor: next === null ? null : { id: next } })),
  pageAs('{data, nextCursor: number}', (data, next) => ({ data, nextCursor: next === null ? null : Number(next) })),
  pageAs('{data, nextPageToken} without one at the end', (data, next) => ({
    data,
    ...(next !== null && { nextPageToken: next }),
  })),
  pageAs('{data, nextCursor} without one at the end', (data, next) => ({
    data,
    ...(next !== null && { nextCursor: next }),
  })),
  pageAs('{data, nextCursor: ""} at the end', (data, next) => ({ data, nextCursor: next ?? '' })),
  pageAs('{data: {items, nextCursor}}', (items, nextCursor) => ({ data: { items, nextCursor } })),
];

const at = (path: string, write: (value: unknown) => unknown): ((row: Json) => Json) => {
  return (row) => {
    const value = valueAt(row, path);
    return value === undefined || value === null ? row : withValueAt(row, path, write(value));
  };
};

/** Forms of values that are not read, or read otherwise; `decisive` is hidden by it. */
export const forms: readonly { readonly name: string; readonly hides: string; readonly write: (row: Json) => Json }[] =
  [
    { name: 'total as $1,999.00', hides: 'total', write: at('total', (value) => `$${Number(value).toFixed(2)}`) },
    {
      name: 'total as 19,99',
      hides: 'total',
      write: at('total', (value) => Number(value).toFixed(2).replace('.', ',')),
    },
    { name: 'total as {amount}', hides: 'total', write: at('total', (amount) => ({ amount, currency: 'USD' })) },
    { name: 'total as null', hides: 'total', write: (row) => ('total' in row ? { ...row, total: null } : row) },
    { name: 'total as "n/a"', hides: 'total', write: at('total', () => 'n/a') },
    { name: 'tax as USD 1.00', hides: 'taxCollected', write: at('taxCollected', (value) => `USD ${Number(value)}`) },
    { name: 'tax as [{amount}]', hides: 'taxCollected', write: at('taxCollected', (amount) => [{ amount }]) },
    {
      name: 'day as 02/03/2026',
      hides: 'transactedAt',
      write: at('transactedAt', (value) => {
        const [year, month, day] = String(value).slice(0, 10).split('-');
        return `${month}/${day}/${year}`;
      }),
    },
    {
      name: 'day as a date in words',
      hides: 'transactedAt',
      write: at('transactedAt', (value) => new Date(String(value)).toUTCString()),
    },
    {
      name: 'address as text',
      hides: 'shipToAddress',
      write: at('shipToAddress', (value) => `${textOf(valueAt({ value }, 'value.city'))}, somewhere`),
    },
    { name: 'address as [ ]', hides: 'shipToAddress', write: at('shipToAddress', (value) => [value]) },
  ];

export const hiding =
  (paths: readonly string[]) =>
  (row: Json): Json =>
    paths.reduce((one, path) => (valueAt(one, path) === undefined ? one : withValueAt(one, path, undefined)), row);
