/** Translates a transaction between our form and the service's JSON, by the settings in `service.wire` or by the host's codec. */
import { isRecord } from '../domain/fields.ts';
import { onRejection } from '../domain/host-function.ts';
import * as O from 'fp-ts/lib/Option.js';
import { digitsOf } from '../domain/money.ts';
import type { ServiceWire, WireSettings } from '../domain/wire-settings.ts';
import type { StoredTransaction } from '../domain/tax-service.ts';

/**
 * A transaction as the service shows it, in our own form; none when it shows nothing that names one. `asked` stands in for an
 * id that is not shown. Never throws: where the host's codec fails, nothing is shown.
 */
export const decodeTransaction = (wire: ServiceWire, json: unknown, asked?: string): O.Option<StoredTransaction> => {
  const shown = unwrapped(json);
  const decoded =
    wire.decode === undefined
      ? isRecord(shown)
        ? inOurForm(wire, shown)
        : undefined
      : O.toUndefined(O.tryCatch(() => withoutRejection(wire.decode?.(shown))));
  if (!isRecord(decoded)) return O.none;
  const id = idOf(decoded['id']) ?? asked;
  if (id === undefined) return O.none;
  const name = decoded['name'];
  return O.some({ ...decoded, id, name: typeof name === 'string' ? name : null });
};

type Fields = Readonly<Record<string, unknown>>;

const deletedStates = /^(deleted|removed|void|voided|cancell?ed)$/i;
const deletedMarks = /^(is_?)?(deleted|removed|voided|cancell?ed)(_?(at|on|date))?$/i;

/**
 * Whether the service shows a transaction as deleted, void or canceled, and therefore no longer holds it. Pure.
 *
 * @example
 * isDeleted({ id: 'tx-1', deletedAt: '2026-03-01T00:00:00Z' }) // true
 */
export const isDeleted = (shown: Fields): boolean =>
  ['status', 'state'].some((name) => typeof shown[name] === 'string' && deletedStates.test(shown[name])) ||
  Object.keys(shown).some(
    (name) =>
      deletedMarks.test(name) && ![undefined, null, false, '', 0, 'false', '0'].some((no) => no === shown[name]),
  );

/** Whether a frozen body can be sent unchanged, which saves parsing it for each push. */
export const isPlain = (wire: ServiceWire): boolean =>
  wire.encode === undefined &&
  (wire.amounts ?? 'number') === 'number' &&
  (wire.nulls ?? 'send') === 'send' &&
  Object.keys(wire.names ?? {}).length === 0 &&
  Object.keys(wire.extra ?? {}).length === 0 &&
  (wire.leaveOut ?? []).length === 0 &&
  wire.marketplaces?.others !== 'omit';

/** An object or list that is not empty. A promise and a map would become `{}`. */
const hasFields = /^(\{"|\[\{)/;

/**
 * The body of a POST. `frozen` is the text of the sync database, in our own form: settings can change, and what was frozen
 * stays comparable.
 *
 * @throws whatever the host's codec throws, and a TypeError when the codec returns nothing that names a sale
 */
export const encodeBody = (wire: ServiceWire, frozen: string): string => {
  if (isPlain(wire)) return frozen;
  const body: unknown = JSON.parse(frozen);
  const text: unknown = JSON.stringify(isRecord(body) ? encode(wire, body) : body);
  if (typeof text !== 'string' || !hasFields.test(text)) throw new TypeError('the body has no fields');
  return text;
};

/** The value at a dotted path; undefined without one. */
export const read = (fields: unknown, path: string): unknown => {
  if (!isRecord(fields)) return undefined;
  const [first, rest] = firstOf(path);
  return rest === undefined ? fields[first] : read(fields[first], rest);
};

/** Some services wrap a single transaction in `data`, as they do with a list. */
const unwrapped = (json: unknown): unknown => {
  if (!isRecord(json) || idOf(json['id']) !== undefined) return json;
  const inner = json['data'] ?? json['transaction'];
  return isRecord(inner) ? inner : json;
};

const idOf = (id: unknown): string | undefined => {
  if (typeof id === 'string') return id === '' ? undefined : id;
  return typeof id === 'number' ? String(id) : undefined;
};

/** A service that keeps amounts in minor units shows them in minor units, also where the currency is not shown. */
const inOurForm = (wire: ServiceWire, fields: Fields): Fields => {
  const named = Object.entries(wire.names ?? {}).reduce((all, [ours, theirs]) => withField(all, theirs, ours), fields);
  if (wire.amounts !== 'minorUnits') return named;
  const factor = 10 ** digitsOf(named['currency']);
  return mapAmounts(named, (amount) => (amount === undefined || amount === null ? amount : Number(amount) / factor));
};

/**
 * An object with a field moved from one path to another; `lineItems.amount` is moved in each line. An object without the
 * field stays unchanged.
 *
 * @example
 * withField({ shipToAddress: { zip: '94107' } }, 'shipToAddress.zip', 'shipToAddress.postalCode')
 * // { shipToAddress: { postalCode: '94107' } }
 */
const withField = (fields: Fields, from: string, to: string): Fields => {
  const [list, within] = firstOf(from);
  const lines = fields[list];
  if (Array.isArray(lines)) {
    const [otherList, otherWithin] = firstOf(to);
    const moved =
      within === undefined || otherWithin === undefined
        ? lines
        : lines.map((line: unknown) => (isRecord(line) ? withField(line, within, otherWithin) : line));
    return placed(removed(fields, list), otherList, moved);
  }
  const value = read(fields, from);
  return value === undefined ? fields : placed(removed(fields, from), to, value);
};

/** Splits a path of fields into its first field and the rest. */
const firstOf = (path: string): readonly [first: string, rest: string | undefined] => {
  const at = path.indexOf('.');
  return at < 0 ? [path, undefined] : [path.slice(0, at), path.slice(at + 1)];
};

const placed = (fields: Fields, path: string, value: unknown): Fields => {
  const [first, rest] = firstOf(path);
  if (rest === undefined) return { ...fields, [first]: value };
  const inner = fields[first];
  return { ...fields, [first]: placed(isRecord(inner) ? inner : {}, rest, value) };
};

/** Without a field; `lineItems.id` is taken out of each line. */
const removed = (fields: Fields, path: string): Fields => {
  const [first, rest] = firstOf(path);
  const inner = fields[first];
  if (rest !== undefined && Array.isArray(inner)) {
    return { ...fields, [first]: inner.map((one: unknown) => (isRecord(one) ? removed(one, rest) : one)) };
  }
  if (rest !== undefined) return isRecord(inner) ? { ...fields, [first]: removed(inner, rest) } : fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== first));
};

/** A transaction with all its amounts changed, and the amounts of its lines. */
const mapAmounts = (fields: Fields, change: (amount: unknown) => unknown): Fields => {
  const changed = (all: Fields, names: readonly string[]): Fields =>
    names.reduce((rest, name) => (name in rest ? { ...rest, [name]: change(rest[name]) } : rest), all);
  const lines = fields['lineItems'];
  return {
    ...changed(fields, ['subtotal', 'shippingHandling', 'taxCollected', 'total', 'discount']),
    ...(Array.isArray(lines) && {
      lineItems: lines.map((line: unknown) => (isRecord(line) ? changed(line, ['amount', 'discount']) : line)),
    }),
  };
};

/** A codec must be synchronous. If it returns a promise, nothing awaits it, and its rejection would end the host's process. */
const withoutRejection = (given: unknown): unknown => {
  onRejection(given, () => undefined);
  return given;
};

/** The JSON that the service gets for a transaction in our own form. */
const encode = (wire: ServiceWire, body: Fields): unknown => {
  if (wire.encode !== undefined) return withoutRejection(wire.encode(body));
  const kept = (wire.leaveOut ?? []).reduce(removed, withMarketplace(body, wire));
  const amounts = withAmounts(kept, wire.amounts ?? 'number');
  const whole: Fields = {
    ...amounts,
    ...('shipToAddress' in amounts && { shipToAddress: withNulls(amounts['shipToAddress'], wire.nulls ?? 'send') }),
  };
  const named = Object.entries(wire.names ?? {}).reduce((all, [ours, theirs]) => withField(all, ours, theirs), whole);
  return { ...wire.extra, ...named };
};

/** Leaves out marketplaces that the service does not know, where the settings allow it; the sale stays as it is. */
const withMarketplace = (body: Fields, { marketplaces }: WireSettings): Fields => {
  const code = body['marketplace'];
  if (marketplaces?.others !== 'omit' || typeof code !== 'string' || marketplaces.codes.includes(code)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'marketplace'));
};

const withAmounts = (body: Fields, amounts: NonNullable<WireSettings['amounts']>): Fields => {
  if (amounts === 'number') return body;
  const digits = digitsOf(body['currency']);
  return mapAmounts(body, (value) => {
    if (typeof value !== 'number') return value;
    return amounts === 'string' ? value.toFixed(digits) : Math.round(value * 10 ** digits);
  });
};

const withNulls = (address: unknown, nulls: NonNullable<WireSettings['nulls']>): unknown => {
  if (!isRecord(address) || nulls === 'send') return address;
  const parts = Object.entries(address).flatMap(([name, value]): [string, unknown][] => {
    if (value !== null) return [[name, value]];
    return nulls === 'blank' ? [[name, '']] : [];
  });
  return Object.fromEntries(parts);
};
