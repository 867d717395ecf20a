/**
 * Makes offsets, which take back a transaction at the service although it can only add: an offset has the opposite of each
 * amount, so that both add up to zero where the first one counts.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isRecord } from '../domain/fields.ts';
import { instantOfMilliseconds, type Instant, millisecondsOf } from '../domain/instant.ts';
import { type Currency, findCurrency, type MinorUnits, parseMinorUnits } from '../domain/money.ts';
import type { Address, Transaction, TransactionLine } from '../domain/transaction.ts';
import { goodsOf } from './amounts.ts';
import { findCountry, findUsState, stateAbroad } from './country.ts';

/** Values that stand in where the service does not show them. */
export type KnownOfHeld = Partial<
  Pick<Transaction, 'currency' | 'shipToAddress' | 'entity' | 'purpose' | 'marketplace' | 'transactedAt'>
>;

type Shown = Readonly<Record<string, unknown>>;

/**
 * A transaction in minor units, from what the service shows or from the frozen body. None where total, tax, currency or place
 * is not known, because an offset must be exact. Pure.
 *
 * @param known values for the fields that the service does not show
 */
export const heldTransaction = (
  identity: Pick<Transaction, 'id' | 'name' | 'parentId'>,
  shown: Shown,
  known: KnownOfHeld,
): O.Option<Transaction> => {
  const code = textOf(shown['currency'])?.toUpperCase();
  const currency = code === undefined ? known.currency : O.toUndefined(findCurrency(code));
  if (currency === undefined) return O.none;
  const [total, taxCollected] = [amountOf(currency, shown['total']), amountOf(currency, shown['taxCollected'])];
  const shipToAddress = addressOf(shown['shipToAddress'], known.shipToAddress);
  const transactedAt = instantOf(shown['transactedAt']) ?? known.transactedAt;
  if (total === undefined || taxCollected === undefined || shipToAddress === undefined || transactedAt === undefined) {
    return O.none;
  }
  const stated = amountOf(currency, shown['subtotal']);
  const shippingHandling =
    amountOf(currency, shown['shippingHandling']) ?? (stated === undefined ? 0n : total - taxCollected - stated);
  const subtotal = total - taxCollected - shippingHandling;
  const items = shown['lineItems'];
  const read = Array.isArray(items)
    ? (items as readonly unknown[]).map((item, index) => lineOf(currency, item, index))
    : [];
  const lines = read.length > 0 && isWhole(read) ? read : [];
  const discount = amountOf(currency, shown['discount']) ?? 0n;
  const isExact = lines.length > 0 && goodsOf(lines) - discount === subtotal;
  const purpose = 'purpose' in shown ? textOf(shown['purpose']) : (known.purpose ?? null);
  return O.some({
    ...identity,
    transactedAt,
    currency,
    lines: isExact ? lines : [oneLine(subtotal)],
    discount: isExact ? discount : 0n,
    subtotal,
    shippingHandling,
    taxCollected,
    total,
    shipToAddress,
    entity: 'entity' in shown ? textOf(shown['entity']) : (known.entity ?? null),
    purpose: purpose?.toUpperCase() === 'RESALE' ? 'RESALE' : null,
    marketplace: 'marketplace' in shown ? textOf(shown['marketplace']) : (known.marketplace ?? null),
  });
};

/** The offset of a transaction, with another id, name and date. Pure. */
export const offsetOf = (
  held: Transaction,
  given: Pick<Transaction, 'id' | 'name' | 'parentId' | 'transactedAt'>,
): Transaction => ({
  ...held,
  ...given,
  // A line keeps its price: the sign is that of its quantity.
  lines: held.lines.map((line) => ({ ...line, quantity: -line.quantity, discount: -line.discount })),
  discount: -held.discount,
  subtotal: -held.subtotal,
  shippingHandling: -held.shippingHandling,
  taxCollected: -held.taxCollected,
  total: -held.total,
});

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** A service may show amounts with the noise of binary fractions. */
const amountOf = (currency: Currency, value: unknown): MinorUnits | undefined => {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const number = Number(value);
  if (!Number.isFinite(number)) return undefined;
  const parsed = parseMinorUnits(currency)(number.toFixed(currency.digits));
  return E.isRight(parsed) ? parsed.right : undefined;
};

/**
 * The address as the service shows it. Undefined for a US address whose state is not known, because the state decides where
 * it is filed.
 */
const addressOf = (value: unknown, known: Address | undefined): Address | undefined => {
  const shown = isRecord(value) ? value : {};
  const [zip, written] = [textOf(shown['zip']), textOf(shown['country'])];
  const country = written === null ? null : O.getOrElse(() => written)(findCountry(written));
  // A service may read a missing country as the US, and show it as it reads it.
  const isUs = country === null || country === 'US';
  const shownState = stateOf(shown['state'], country ?? 'US');
  if (shownState === null && zip === null && country === null) return known;
  const state = shown['state'] === undefined ? known?.state : shownState;
  if (state === undefined && isUs) return undefined;
  return {
    line1: textOf(shown['line1']),
    line2: textOf(shown['line2']),
    city: textOf(shown['city']),
    state: state ?? null,
    zip: zip ?? (shown['zip'] === undefined && state === known?.state ? (known?.zip ?? null) : null),
    country: country ?? known?.country ?? 'US',
  };
};

/** A service may write states in lower case or by name: what we send has codes. */
const stateOf = (shown: unknown, country: string): string | null => {
  const text = textOf(shown);
  if (text === null) return null;
  return country === 'US' ? O.getOrElse(() => text)(findUsState(text)) : stateAbroad(country, text);
};

const instantOf = (value: unknown): Instant | undefined => {
  const text = textOf(value);
  if (text === null) return undefined;
  // Some services show the day alone.
  const at = text.length === 'YYYY-MM-DD'.length ? `${text}T00:00:00Z` : text;
  return O.toUndefined(O.tryCatch(() => instantOfMilliseconds(millisecondsOf(at))));
};

const lineOf = (currency: Currency, value: unknown, index: number): TransactionLine | undefined => {
  if (!isRecord(value)) return undefined;
  const quantity = value['quantity'];
  const amount = amountOf(currency, value['amount']);
  const discount = value['discount'] == null ? 0n : amountOf(currency, value['discount']);
  if (typeof quantity !== 'number' || !Number.isSafeInteger(quantity) || quantity === 0) return undefined;
  if (amount === undefined || amount < 0n || discount === undefined) return undefined;
  const taxCode = textOf(value['taxCode']);
  return {
    id: textOf(value['id']) ?? String(index + 1),
    productName: textOf(value['productName']) ?? 'Sent before',
    productSku: textOf(value['productSku']),
    quantity,
    amount,
    discount,
    ...(taxCode !== null && { taxCode }),
  };
};

const isWhole = <A>(values: readonly (A | undefined)[]): values is readonly A[] =>
  values.every((value) => value !== undefined);

/** One line for all goods, where the service shows no lines, or lines that do not add up to its subtotal. */
const oneLine = (subtotal: MinorUnits): TransactionLine => ({
  id: 'all',
  productName: 'Sent before',
  productSku: null,
  quantity: subtotal < 0n ? -1 : 1,
  amount: subtotal < 0n ? -subtotal : subtotal,
  discount: 0n,
});
