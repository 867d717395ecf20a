import { type DialectReply, htmlReply, jsonReply } from './dialect-reply.ts';
import { type Json, valueAt, withValueAt } from './json.ts';

/** What becomes of names: decorated, read in another encoding, escaped, or cut off before the record's id. */
export type NameForm =
  | 'as sent'
  | 'prefixed'
  | 'as Latin-1'
  | 'as Windows-1252'
  | 'twice as Latin-1'
  | 'prefixed as Latin-1'
  | 'as entities'
  | 'percent-encoded'
  | 'upper case without spaces'
  | 'suffixed'
  | 'cut off';

/** What some services do besides, or leave undone. Each is off by default. */
export interface Twist {
  /** Paths that the list does not show. */
  readonly listHides: readonly string[];
  /** Paths that a single read does not show. */
  readonly singleHides: readonly string[];
  /** Forms that are for people: `$1,999.00`, and `01/02/2026`. */
  readonly writes: 'plain' | 'money for people' | 'days for people';
  /** Neither the list nor a single read shows a transaction for so many milliseconds. */
  readonly hiddenFor: number;
  /** Each push of this number is answered with a 409 that means "locked", and is not stored. */
  readonly locksEach: number | null;
  /** Bodies with this text in them get this answer, and are not stored. */
  readonly forbids: {
    readonly text: string;
    readonly status: number;
    readonly body: 'HTML' | 'JSON';
  } | null;
  /** Each push of this number is answered with a success that holds an error, and is not stored. */
  readonly failsEach: { readonly number: number; readonly body: Json } | null;
  /** Pushes, by number, that are stored and get no answer. */
  readonly loses: readonly number[];
  readonly names: NameForm;
  readonly compresses: 'gzip' | 'br' | null;
  /** The status of each single read; null for an answer. */
  readonly singleStatus: number | null;
  /** How a page of the list names the next one. */
  readonly cursorAs: 'nextCursor' | 'next_cursor' | 'pagination' | 'number' | 'endless';
  /** The largest `limit` that the list takes; more is a 400. */
  readonly maxLimit: number;
  /** How many rows of the list have no id. */
  readonly rowsWithoutId: number;
  /** Top-level fields that are refused as unknown. */
  readonly unknownFields: readonly string[];
}

export const noTwist: Twist = {
  listHides: [],
  singleHides: [],
  writes: 'plain',
  hiddenFor: 0,
  locksEach: null,
  forbids: null,
  failsEach: null,
  loses: [],
  names: 'as sent',
  compresses: null,
  singleStatus: null,
  cursorAs: 'nextCursor',
  maxLimit: 100,
  rowsWithoutId: 0,
  unknownFields: [],
};

const without = (json: Json, paths: readonly string[]): Json =>
  paths.reduce((rest, path) => (valueAt(rest, path) === undefined ? rest : withValueAt(rest, path, undefined)), json);

const moneyForPeople = (value: unknown): unknown =>
  typeof value === 'number' ? `$${value.toLocaleString('en-US', { minimumFractionDigits: 2 })}` : value;

const dayForPeople = (value: unknown): unknown => {
  const [year, month, day] = String(value).slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};

const asLatin1 = (name: string): string => Buffer.from(name, 'utf8').toString('latin1');

const nameForms: Readonly<Record<NameForm, (name: string) => string>> = {
  'as sent': (name) => name,
  prefixed: (name) => `API - ${name}`,
  'as Latin-1': asLatin1,
  // Where order numbers have letters with a mark, it differs from Latin-1.
  'as Windows-1252': (name) => asLatin1(name).replaceAll('\u009c', 'œ').replaceAll('\u0096', '–'),
  'twice as Latin-1': (name) => asLatin1(asLatin1(name)),
  'prefixed as Latin-1': (name) => `[import] ${asLatin1(name)}`,
  'as entities': (name) => name.replaceAll('#', '&#35;').replaceAll('·', '&middot;'),
  'percent-encoded': encodeURIComponent,
  'upper case without spaces': (name) => name.toUpperCase().replaceAll(' ', ''),
  suffixed: (name) => `${name} (API)`,
  'cut off': (name) => name.slice(0, 16),
};

const nameOf = (name: unknown, form: NameForm): unknown => nameForms[form](String(name));

/** A transaction as the service shows it, by its twist. */
export const twisted = ({ writes, names }: Twist, json: Json): Json => {
  const named = json['name'] === undefined ? json : { ...json, name: nameOf(json['name'], names) };
  if (writes === 'money for people') {
    return { ...named, total: moneyForPeople(named['total']), taxCollected: moneyForPeople(named['taxCollected']) };
  }
  return writes === 'days for people' ? { ...named, transactedAt: dayForPeople(named['transactedAt']) } : named;
};

export const listedBy = ({ listHides }: Twist, json: Json): Json => without(json, listHides);
export const shownAloneBy = ({ singleHides }: Twist, json: Json): Json => without(json, singleHides);

/** The answer to a push that the twist keeps from being stored; undefined when it is stored as ever. */
export const withheldBy = (twist: Twist, number: number, text: string): DialectReply | undefined => {
  const { locksEach, forbids, failsEach, unknownFields } = twist;
  if (forbids !== null && text.includes(forbids.text)) {
    return forbids.body === 'HTML' ? htmlReply(forbids.status) : jsonReply(forbids.status, { message: 'Forbidden' });
  }
  const body = JSON.parse(text) as Json;
  const unknown = unknownFields.filter((field) => field in body);
  if (unknown.length > 0) {
    const issues = unknown.map((path) => ({ path: [path], message: 'Unrecognized key' }));
    return jsonReply(422, { code: 'unrecognized_keys', issues });
  }
  if (locksEach !== null && number % locksEach === 0) return jsonReply(409, { error: 'locked, retry' });
  if (failsEach !== null && number % failsEach.number === 0) return jsonReply(200, failsEach.body);
  return undefined;
};

/** A page of the list in the service's shape. */
export const pageOf = (
  { cursorAs, rowsWithoutId }: Twist,
  rows: readonly Json[],
  next: string | null,
  requests: number,
): Json => {
  const data = rows.map((row, index) => (index < rowsWithoutId ? without(row, ['id']) : row));
  switch (cursorAs) {
    case 'nextCursor':
      return { data, nextCursor: next };
    case 'next_cursor':
      return { data, next_cursor: next };
    case 'pagination':
      return { data, pagination: { next, hasMore: next !== null } };
    case 'number':
      return { data, nextCursor: next === null ? null : Number(next) };
    case 'endless':
      return { data, nextCursor: next ?? `0?${requests}` };
  }
};
