/**
 * The body of `POST /transactions` before wire settings change it. Our assumptions about the service's format stand here:
 * major units as JSON numbers, `amount` for one unit, instants in UTC.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Address, Transaction, TransactionLine } from './transaction.ts';
import type { Currency, MinorUnits } from './money.ts';
import { decodeAs, type Undecodable } from './decode.ts';

const WireAddress = t.exact(
  t.type({
    line1: t.union([t.string, t.null]),
    line2: t.union([t.string, t.null]),
    city: t.union([t.string, t.null]),
    state: t.union([t.string, t.null]),
    zip: t.union([t.string, t.null]),
    country: t.string,
  }),
  'WireAddress',
);

const finite = t.refinement(t.number, Number.isFinite, 'finite number');
const whole = t.refinement(t.number, Number.isSafeInteger, 'whole number');
const instant = t.refinement(
  t.string,
  (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text),
  'instant',
);
const nonEmpty = t.refinement(t.string, (text) => text.trim() !== '', 'non-empty string');

const WireLine = t.exact(
  t.intersection([
    t.type({ id: nonEmpty, quantity: whole, amount: finite }),
    t.partial({ productName: t.string, productSku: t.string, discount: finite }),
  ]),
  'WireLine',
);

/** The exact body of `POST /transactions`. Money in major units, at most the currency's decimals. */
export const WireTransaction = t.exact(
  t.intersection([
    t.type({
      id: nonEmpty,
      name: nonEmpty,
      transactedAt: instant,
      currency: nonEmpty,
      lineItems: t.readonlyArray(WireLine),
      subtotal: finite,
      shippingHandling: finite,
      taxCollected: finite,
      total: finite,
      shipToAddress: WireAddress,
      recalculate: t.literal(false),
    }),
    t.partial({
      parentId: nonEmpty,
      discount: finite,
      entity: nonEmpty,
      purpose: t.literal('RESALE'),
      marketplace: nonEmpty,
    }),
  ]),
  'WireTransaction',
);
export type WireTransaction = t.TypeOf<typeof WireTransaction>;

const decodeWire = decodeAs(WireTransaction);

/**
 * The body for a transaction, checked by the codec. Left when an amount is too large for an exact JSON number.
 *
 * The fields of each object are made in the order of their names: `wireText` writes them in that order, and the digests of
 * bodies that were sent years ago are made from such texts.
 */
export const toWire = (transaction: Transaction): E.Either<Undecodable, WireTransaction> => {
  const { currency } = transaction;
  const wire = {
    currency: currency.code,
    ...(transaction.discount !== 0n && { discount: toMajorUnits(currency, transaction.discount) }),
    ...(transaction.entity !== null && { entity: transaction.entity }),
    id: transaction.id,
    lineItems: transaction.lines.map((line) => wireLine(currency, line)),
    ...(transaction.marketplace !== null && { marketplace: transaction.marketplace }),
    name: transaction.name,
    ...(transaction.parentId !== null && { parentId: transaction.parentId }),
    ...(transaction.purpose !== null && { purpose: transaction.purpose }),
    recalculate: false,
    shipToAddress: wireAddress(transaction.shipToAddress),
    shippingHandling: toMajorUnits(currency, transaction.shippingHandling),
    subtotal: toMajorUnits(currency, transaction.subtotal),
    taxCollected: toMajorUnits(currency, transaction.taxCollected),
    total: toMajorUnits(currency, transaction.total),
    transactedAt: transaction.transactedAt,
  };
  // Built field by field, there is nothing to strip; decoding only names what is wrong.
  return WireTransaction.is(wire) ? E.right(wire) : decodeWire(wire);
};

/**
 * A body made by `toWire` as canonical text: keys in order, so that equal transactions are equal texts. This text is what is
 * frozen.
 */
export const wireText = (body: WireTransaction): string => JSON.stringify(body);

/** Above this a JSON number is no longer exact to the cent. */
const maxExactAmount = 10n ** 15n;

const toMajorUnits = (currency: Currency, amount: MinorUnits): number => {
  if (amount > maxExactAmount || amount < -maxExactAmount) return Number.NaN;
  // Both numbers are exact, so the quotient is the same number that parsing the decimal text would give. Adding zero turns a
  // negative zero into a plain one.
  return Number(amount) / 10 ** currency.digits + 0;
};

const wireLine = (currency: Currency, line: TransactionLine): t.TypeOf<typeof WireLine> => ({
  amount: toMajorUnits(currency, line.amount),
  ...(line.discount !== 0n && { discount: toMajorUnits(currency, line.discount) }),
  id: line.id,
  productName: line.productName,
  ...(line.productSku !== null && { productSku: line.productSku }),
  quantity: line.quantity,
});

const wireAddress = ({ line1, line2, city, state, zip, country }: Address): t.TypeOf<typeof WireAddress> => ({
  city,
  country,
  line1,
  line2,
  state,
  zip,
});
