/** Turns the facts that a connector states into a sale, or holds the record with everything that is wrong with it. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { errorName } from '../domain/errors.ts';
import { exclusionProblem, held, type HoldReason, type RecordReference, skipped } from '../domain/exclusion.ts';
import { type Instant, parseInstant } from '../domain/instant.ts';
import { type Currency, findCurrency, type MinorUnits, parseMinorUnits, sum } from '../domain/money.ts';
import type {
  Destination,
  DestinationBasis,
  LineKind,
  PaymentState,
  PlatformAddress,
  Refund,
  RefundPart,
  Sale,
  SaleLine,
  ShippingCharge,
  TaxAmount,
} from '../mapping/sale.ts';
import type { SourceResult } from '../mapping/source-connector.ts';
import type {
  AddressFacts,
  Decimal,
  LineFacts,
  RecordMeaning,
  RefundFacts,
  SaleFacts,
  ShippingFacts,
  TaxFacts,
} from './sale-facts.ts';

/** The connector and its account: the permanent parts of an id. */
export interface Owner {
  readonly platform: string;
  readonly platformName: string;
  readonly account: string;
  readonly idsRepeat?: true;
}

/**
 * The result for a record that `read` maps. If `read` throws, the record is held, because a record that the connector cannot map
 * must not stop its page. The thrown text is not used: it may contain a value.
 */
export const resultOf = (owner: Owner, record: RecordReference, read: () => RecordMeaning): SourceResult => {
  try {
    return toResult(owner, record, read());
  } catch (thrown) {
    const message = `The connector cannot map it (${errorName(thrown)}). Report it to the connector's author.`;
    return E.left(held(record, 'unreadable record', message));
  }
};

interface Problem {
  readonly reason: HoldReason;
  readonly message: string;
}

/** Reads texts, and collects their errors by path. Values stay out: they may be a buyer's. */
interface Reader {
  readonly currency: Currency;
  readonly problems: Problem[];
}

const toResult = (owner: Owner, record: RecordReference, meaning: RecordMeaning): SourceResult => {
  if (meaning._tag !== 'Sale') {
    const problem = exclusionProblem(meaning);
    if (problem !== undefined) return E.left(held(record, 'unreadable record', `toSale: ${problem}`));
    return E.left(
      meaning._tag === 'Held'
        ? held(record, meaning.reason, meaning.message)
        : skipped(record, meaning.reason, meaning.message),
    );
  }
  const { facts } = meaning;
  const named = { sourceId: String(facts.id), name: facts.number ?? String(facts.id) };
  const currency = findCurrency(facts.currency);
  if (O.isNone(currency)) return E.left(held(named, 'unknown currency', 'Its currency is not one of ISO 4217.'));
  const reader: Reader = { currency: currency.value, problems: [] };
  const made = toSale(owner, facts, reader);
  const [first] = reader.problems;
  return first === undefined
    ? E.right(made)
    : E.left(held(named, first.reason, reader.problems.map(({ message }) => message).join('; ')));
};

const payments: Readonly<Record<PaymentState, true>> = {
  ...{ paid: true, 'partially paid': true, 'not paid': true, 'only authorized': true },
  ...{ voided: true, 'payment expired': true, 'payment failed': true },
};

const toSale = (owner: Owner, facts: SaleFacts, reader: Reader): Sale => ({
  identity: { ...owner, recordId: String(facts.id), number: facts.number ?? null, url: facts.url ?? null },
  occurredAt: instant(reader, 'at', facts.at),
  payment: word(reader, 'payment', payments, facts.payment ?? 'paid'),
  isTest: facts.isTest ?? false,
  taxIsEstimated: facts.taxIsEstimated ?? false,
  isCanceled: facts.isCanceled ?? false,
  currency: reader.currency,
  pricesIncludeTax: facts.pricesIncludeTax ?? false,
  lines: facts.lines.map((line, index) => toLine(reader, line, `lines.${index}`)),
  shipping: (facts.shipping ?? []).map((one, index) => toShipping(reader, one, `shipping.${index}`)),
  orderDiscount: optionalAmount(reader, 'discount', facts.discount),
  orderTaxes: taxes(reader, 'tax', facts.tax),
  statedTotal: facts.total === null ? null : amount(reader, 'total', facts.total),
  destinations: destinationsOf(facts),
  exemptions: [],
  marketplaces: [],
  references: [],
  refunds: (facts.refunds ?? []).map((one, index) => toRefund(reader, one, `refunds.${index}`)),
  adjustments: [],
  decisions: [],
  ...facts.also,
});

const instant = ({ problems }: Reader, path: string, text: unknown): Instant => {
  const at = typeof text === 'string' ? parseInstant(text) : O.none;
  if (O.isSome(at)) return at.value;
  problems.push({ reason: 'unreadable record', message: `${path}: not a time stamp with an offset` });
  return '';
};

/** A connector in JavaScript may return an unknown word; a held sale is better than one that is sent as something else. */
const word = <Word extends string>(
  { problems }: Reader,
  path: string,
  known: Readonly<Record<Word, true>>,
  given: Word,
): Word => {
  if (!Object.hasOwn(known, given))
    problems.push({ reason: 'unreadable record', message: `${path}: not one of ${Object.keys(known).join(', ')}` });
  return given;
};

const kinds: Readonly<Record<LineKind, true>> = { goods: true, 'gift card': true, tip: true, fee: true, duty: true };

const toLine = (reader: Reader, facts: LineFacts, path: string): SaleLine => {
  const quantity = wholeQuantity(facts.quantity);
  const listed =
    'price' in facts
      ? amount(reader, `${path}.price`, facts.price)
      : amount(reader, `${path}.unitPrice`, facts.unitPrice) * BigInt(quantity);
  if ('unitPrice' in facts && facts.quantity !== undefined && facts.quantity !== quantity) {
    reader.problems.push({ reason: 'unreadable record', message: `${path}.quantity: not a whole number of units` });
  }
  const { price, discount } = discounted(reader, path, listed, facts);
  return {
    id: String(facts.id),
    kind: word(reader, `${path}.kind`, kinds, facts.kind ?? 'goods'),
    name: facts.name,
    sku: facts.sku ?? null,
    quantity,
    listed: price,
    discount,
    taxes: taxes(reader, `${path}.tax`, facts.tax),
    isShipped: facts.isShipped ?? true,
    ...(facts.taxCode !== undefined && { taxCode: facts.taxCode }),
    ...(facts.category !== undefined && { category: facts.category }),
    ...(facts.tags !== undefined && { tags: facts.tags }),
  };
};

const wholeQuantity = (quantity = 1): number => (Number.isSafeInteger(quantity) && quantity >= 1 ? quantity : 1);

const amount = ({ currency, problems }: Reader, path: string, text: unknown): MinorUnits => {
  const parsed =
    typeof text === 'string' ? parseMinorUnits(currency)(text) : E.left('not a decimal number in quotation marks');
  if (E.isRight(parsed)) return parsed.right;
  const reason = parsed.left.startsWith('more than') ? 'amount not exact' : 'unreadable record';
  problems.push({ reason, message: `${path}: ${parsed.left}` });
  return 0n;
};

interface Priced {
  readonly discount?: Decimal;
  readonly discountedPrice?: Decimal;
}

/** A price that was raised instead of lowered has no discount: the higher price is the one that was sold. */
const discounted = (
  reader: Reader,
  path: string,
  price: MinorUnits,
  facts: Priced,
): { readonly price: MinorUnits; readonly discount: MinorUnits } => {
  if (facts.discountedPrice === undefined) {
    return { price, discount: optionalAmount(reader, `${path}.discount`, facts.discount) };
  }
  const after = amount(reader, `${path}.discountedPrice`, facts.discountedPrice);
  return after > price ? { price: after, discount: 0n } : { price, discount: price - after };
};

const optionalAmount = (reader: Reader, path: string, text: Decimal | undefined): MinorUnits =>
  text === undefined ? 0n : amount(reader, path, text);

const taxes = (reader: Reader, path: string, tax: TaxFacts = []): readonly TaxAmount[] =>
  partsOf(tax)
    .map((one) => ({
      amount: amount(reader, path, one.amount),
      liable: one.liable ?? ('seller' as const),
      title: one.title ?? 'Tax',
    }))
    .filter((one) => one.amount !== 0n);

const partsOf = (tax: TaxFacts): Exclude<TaxFacts, string> => (typeof tax === 'string' ? [{ amount: tax }] : tax);

const toShipping = (reader: Reader, facts: ShippingFacts, path: string): ShippingCharge => ({
  name: facts.name ?? 'Shipping',
  ...discounted(reader, path, amount(reader, `${path}.price`, facts.price), facts),
  taxes: taxes(reader, `${path}.tax`, facts.tax),
});

const destinationsOf = ({ soldAt, shipTo, billTo }: SaleFacts): readonly Destination[] => {
  const candidates: readonly (readonly [DestinationBasis, AddressFacts | null | undefined])[] = [
    ['point of sale', soldAt],
    ['shipping', shipTo],
    ['billing', billTo],
  ];
  return candidates.flatMap(([basis, address]) =>
    address === null || address === undefined ? [] : [{ basis, address: toAddress(address) }],
  );
};

/** The six parts of an address, without other fields of the platform. */
const toAddress = (address: AddressFacts): PlatformAddress => {
  const { line1 = null, line2 = null, city = null, state = null, zip = null, country = null } = address;
  return { line1, line2, city, state, zip, country };
};

const toRefund = (reader: Reader, facts: RefundFacts, path: string): Refund => {
  const { lines, shipping, adjustment } = facts;
  const isUnclear = lines === undefined && shipping === undefined && adjustment === undefined;
  return {
    id: String(facts.id),
    occurredAt: instant(reader, `${path}.at`, facts.at),
    isSettled: facts.isSettled ?? true,
    lines: (lines ?? []).map((line, index) => ({
      lineId: String(line.lineId),
      quantity: wholeQuantity(line.quantity),
      ...toPart(reader, `${path}.lines.${index}`, line),
    })),
    shipping: sumOfParts((shipping ?? []).map((part, index) => toPart(reader, `${path}.shipping.${index}`, part))),
    adjustment: toPart(reader, `${path}.adjustment`, adjustment),
    total: amount(reader, `${path}.total`, facts.total),
    message: isUnclear ? 'The platform does not show what was refunded' : 'Refunded at the platform',
    ...(isUnclear && { isUnclear }),
  };
};

const toPart = (
  reader: Reader,
  path: string,
  facts: { readonly amount: Decimal; readonly tax?: Decimal } = { amount: '0' },
): RefundPart => ({
  amount: amount(reader, `${path}.amount`, facts.amount),
  tax: optionalAmount(reader, `${path}.tax`, facts.tax),
});

const sumOfParts = (parts: readonly RefundPart[]): RefundPart => ({
  amount: sum(parts.map((part) => part.amount)),
  tax: sum(parts.map((part) => part.tax)),
});
