import * as O from 'fp-ts/lib/Option.js';
import { findCurrency } from '../../domain/money.ts';
import type { ServiceWire, WireSettings } from '../../domain/wire-settings.ts';
import { isFields, type Fields, withField } from './fields.ts';

const amountFields = ['subtotal', 'shippingHandling', 'taxCollected', 'total', 'discount'] as const;
const lineAmountFields = ['amount', 'discount'] as const;

/** Whether a body can be sent as it was frozen: then it is not read and written once more for each push. */
export const isPlain = (wire: ServiceWire): boolean =>
  wire.encode === undefined &&
  (wire.amounts ?? 'number') === 'number' &&
  (wire.nulls ?? 'send') === 'send' &&
  Object.keys(wire.names ?? {}).length === 0 &&
  Object.keys(wire.extra ?? {}).length === 0 &&
  wire.marketplaces?.others !== 'omit';

const digitsOf = (currency: unknown): number => {
  const found = typeof currency === 'string' ? findCurrency(currency) : O.none;
  return O.isSome(found) ? found.value.digits : 2;
};

const writeAmount =
  (amounts: NonNullable<WireSettings['amounts']>, digits: number) =>
  (value: unknown): unknown => {
    if (typeof value !== 'number' || amounts === 'number') return value;
    return amounts === 'string' ? value.toFixed(digits) : Math.round(value * 10 ** digits);
  };

const withAmounts = (body: Fields, amounts: NonNullable<WireSettings['amounts']>): Fields => {
  const write = writeAmount(amounts, digitsOf(body['currency']));
  const written = (fields: Fields, names: readonly string[]): Fields =>
    names.reduce((all, name) => (name in all ? { ...all, [name]: write(all[name]) } : all), fields);
  const lines = body['lineItems'];
  return {
    ...written(body, amountFields),
    ...(Array.isArray(lines) && {
      lineItems: lines.map((line: unknown) => (isFields(line) ? written(line, lineAmountFields) : line)),
    }),
  };
};

const withNulls = (address: unknown, nulls: NonNullable<WireSettings['nulls']>): unknown => {
  if (!isFields(address) || nulls === 'send') return address;
  const parts = Object.entries(address).flatMap(([name, value]): [string, unknown][] => {
    if (value !== null) return [[name, value]];
    return nulls === 'blank' ? [[name, '']] : [];
  });
  return Object.fromEntries(parts);
};

/** Marketplaces that the service does not know are left out where the settings say so; the sale stays as it is. */
const withMarketplace = (body: Fields, { marketplaces }: WireSettings): Fields => {
  const code = body['marketplace'];
  if (marketplaces?.others !== 'omit' || typeof code !== 'string' || marketplaces.codes.includes(code)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'marketplace'));
};

/** What the service is sent of a transaction in our own form. */
const encode = (wire: ServiceWire, body: Fields): unknown => {
  if (wire.encode !== undefined) return wire.encode(body);
  const amounts = withAmounts(withMarketplace(body, wire), wire.amounts ?? 'number');
  const whole: Fields = {
    ...amounts,
    ...('shipToAddress' in amounts && { shipToAddress: withNulls(amounts['shipToAddress'], wire.nulls ?? 'send') }),
  };
  const named = Object.entries(wire.names ?? {}).reduce((all, [ours, theirs]) => withField(all, ours, theirs), whole);
  return { ...wire.extra, ...named };
};

/**
 * The body of a POST. `frozen` is the text of the record book, in our own form: settings can change, and what was frozen
 * stays comparable.
 *
 * @throws what a codec of the host throws
 */
export const encodeBody = (wire: ServiceWire, frozen: string): string => {
  if (isPlain(wire)) return frozen;
  const body: unknown = JSON.parse(frozen);
  return JSON.stringify(isFields(body) ? encode(wire, body) : body);
};
