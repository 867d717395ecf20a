import * as O from 'fp-ts/lib/Option.js';
import { findCurrency } from '../../domain/money.ts';
import type { ServiceWire } from '../../domain/wire-settings.ts';
import type { StoredTransaction } from '../../domain/tax-service.ts';
import { isFields, type Fields, withField } from './fields.ts';

const amountFields = ['subtotal', 'shippingHandling', 'taxCollected', 'total', 'discount'] as const;

const idOf = (id: unknown): string | undefined => {
  if (typeof id === 'string') return id === '' ? undefined : id;
  return typeof id === 'number' ? String(id) : undefined;
};

/** Some services wrap a single transaction as they wrap a list. */
const unwrapped = (json: unknown): unknown => {
  if (!isFields(json) || idOf(json['id']) !== undefined) return json;
  const inner = json['data'] ?? json['transaction'];
  return isFields(inner) ? inner : json;
};

const fromMinorUnits = (fields: Fields, inCurrency: unknown): Fields => {
  const found = typeof inCurrency === 'string' ? findCurrency(inCurrency) : O.none;
  const factor = 10 ** (O.isSome(found) ? found.value.digits : 2);
  const read = (all: Fields, names: readonly string[]): Fields =>
    names.reduce(
      (rest, name) =>
        rest[name] === undefined || rest[name] === null ? rest : { ...rest, [name]: Number(rest[name]) / factor },
      all,
    );
  const lines = fields['lineItems'];
  return {
    ...read(fields, amountFields),
    ...(Array.isArray(lines) && {
      lineItems: lines.map((line: unknown) => (isFields(line) ? read(line, ['amount', 'discount']) : line)),
    }),
  };
};

/** A service that keeps amounts in minor units shows them in minor units, also where the currency is not shown. */
const inOurForm = (wire: ServiceWire, fields: Fields): Fields => {
  const named = Object.entries(wire.names ?? {}).reduce((all, [ours, theirs]) => withField(all, theirs, ours), fields);
  return wire.amounts === 'minorUnits' ? fromMinorUnits(named, named['currency']) : named;
};

/**
 * A transaction as the service shows it, in our own form; none when it shows nothing that names one. `asked` stands in for an
 * id that is not shown. Never throws: what a codec of the host does not understand shows nothing.
 */
export const decodeTransaction = (wire: ServiceWire, json: unknown, asked?: string): O.Option<StoredTransaction> => {
  const shown = unwrapped(json);
  const decoded =
    wire.decode === undefined
      ? isFields(shown)
        ? inOurForm(wire, shown)
        : undefined
      : O.toUndefined(O.tryCatch(() => wire.decode?.(shown)));
  if (!isFields(decoded)) return O.none;
  const id = idOf(decoded['id']) ?? asked;
  if (id === undefined) return O.none;
  const name = decoded['name'];
  return O.some({ ...decoded, id, name: typeof name === 'string' ? name : null });
};
