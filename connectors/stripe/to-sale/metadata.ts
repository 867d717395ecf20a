/** Reads what a merchant, or a plugin of the shop, keeps in the metadata of Stripe's objects, under the keys of the policy. */
import * as E from 'fp-ts/lib/Either.js';
import { parseMinorUnits } from '../../../src/domain/money.ts';
import {
  type AmountMeaning,
  amountMeanings,
  type MetadataMeaning,
  metadataKey,
  type Policy,
} from '../../../src/mapping/policy.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import type { Charge } from '../records/charge.ts';
import { type Invoice, isProration } from '../records/invoice.ts';
import { stripeDigits } from './amounts.ts';

export type Metadata = Readonly<Record<string, string>>;

/** The value of a meaning in metadata; null when no key is configured for it, or the value is blank. */
export const metadataValue = (policy: Policy, metadata: Metadata, meaning: MetadataMeaning): string | null => {
  const key = metadataKey(policy, meaning);
  const value = key === null ? undefined : metadata[key]?.trim();
  return value === undefined || value === '' ? null : value;
};

/** The metadata of a meaning that is not an amount; null when blank, `false`, `no`, `none` or `0`. */
export const metadataText = (policy: Policy, metadata: Metadata, meaning: MetadataMeaning): string | null => {
  const value = metadataValue(policy, metadata, meaning);
  return value === null || ['false', 'no', 'none', '0'].includes(value.toLowerCase()) ? null : value;
};

export type MetadataAmounts = Readonly<Record<AmountMeaning, bigint>>;

/** The sale that the metadata is about. */
interface Paid {
  readonly currency: string;
  /** In Stripe's units. */
  readonly total: bigint;
}

/** The amounts that Stripe does not state itself. Left: one of them cannot be read. */
export const amountsOfMetadata = (
  policy: Policy,
  metadata: Metadata,
  paid: Paid,
  stated: ReadonlySet<AmountMeaning>,
): E.Either<string, MetadataAmounts> => {
  const amounts = { tax: 0n, shipping: 0n, discount: 0n };
  for (const meaning of amountMeanings) {
    if (stated.has(meaning)) continue;
    const amount = metadataAmount(policy, metadata, meaning, paid);
    if (E.isLeft(amount)) return amount;
    amounts[meaning] = amount.right;
  }
  return E.right(amounts);
};

/**
 * The configured key that is expected and still missing; null when no key is awaited. It is the key of the tax, if there is one;
 * else that of any amount, because plugins write all amounts at once.
 */
export const missingKey = (policy: Policy, metadata: Metadata, stated: ReadonlySet<AmountMeaning>): string | null => {
  const expected = amountMeanings.filter((meaning) => metadataKey(policy, meaning) !== null && !stated.has(meaning));
  const awaited = expected.includes('tax') ? (['tax'] as const) : expected;
  return awaited.some((meaning) => metadataValue(policy, metadata, meaning) !== null)
    ? null
    : (awaited.map((meaning) => metadataKey(policy, meaning))[0] ?? null);
};

/** An invoice, the session that made it, and the charges that paid it. */
interface BilledBy {
  readonly invoice: Invoice;
  readonly session: CheckoutSession | null;
  readonly charges: readonly Charge[];
}

/** The metadata of an invoice's sale: its session's, else its own, else its only payment's, else its subscription's. */
export const metadataOfInvoice = (billed: BilledBy): Metadata => ({
  ...billed.invoice.parent?.subscription_details?.metadata,
  ...ownMetadataOf(billed),
});

/**
 * The metadata that an invoice's amounts are read from.
 *
 * Left: only the subscription has an amount that counts, and the invoice bills something other than a whole period.
 */
export const amountMetadataOf = (
  policy: Policy,
  billed: BilledBy,
  stated: ReadonlySet<AmountMeaning>,
): E.Either<string, Metadata> => {
  const [own, all] = [ownMetadataOf(billed), metadataOfInvoice(billed)];
  const isOfSubscription = (meaning: AmountMeaning): boolean =>
    !stated.has(meaning) && metadataValue(policy, own, meaning) === null && metadataText(policy, all, meaning) !== null;
  const doubtful = isWholePeriod(billed.invoice) ? undefined : amountMeanings.find(isOfSubscription);
  return doubtful === undefined
    ? E.right(all)
    : E.left(
        `the metadata "${metadataKey(policy, doubtful) ?? doubtful}" of its subscription is for a whole period, and it bills another one. Write the amount into the metadata of the invoice, then retry`,
      );
};

/** The merchant's own keys; which of them are sent is up to `service.wire.metadata`. */
export const optionalOf = (metadata: Metadata): Pick<Sale, 'optional'> =>
  Object.keys(metadata).length === 0 ? {} : { optional: { metadata } };

/**
 * An amount from metadata in Stripe's units. Zero when no key is configured, or the object does not have it.
 *
 * Left names the key, never the value.
 */
const metadataAmount = (
  policy: Policy,
  metadata: Metadata,
  meaning: AmountMeaning,
  paid: Paid,
): E.Either<string, bigint> => {
  const value = metadataValue(policy, metadata, meaning);
  if (value === null) return E.right(0n);
  const key = metadataKey(policy, meaning) ?? meaning;
  const digits = digitsOf(policy, meaning, value, paid);
  if (E.isLeft(digits)) return E.left(`metadata "${key}" ${digits.left}`);
  const amount = parseMinorUnits({ code: paid.currency.toUpperCase(), digits: digits.right })(value);
  if (E.isLeft(amount)) {
    return E.left(
      `metadata "${key}" should be an amount, but it is ${amount.left}. Correct it at Stripe, or policy.metadata.${meaning}, then retry`,
    );
  }
  return amount.right < 0n ? E.left(`metadata "${key}" is negative`) : amount;
};

/**
 * How many decimals a value has, by its unit. Without a unit, a text with a point is in major units. A whole number is ambiguous:
 * "8" is 8 dollars from one plugin and 8 cents from another. It is clear only if the sale is too small for the first reading:
 * "825" in a sale of 108.25 is 8.25.
 */
const digitsOf = (
  policy: Policy,
  meaning: AmountMeaning,
  value: string,
  { currency, total }: Paid,
): E.Either<string, number> => {
  const unit = unitOf(policy, meaning);
  const digits = stripeDigits(currency);
  if (unit === 'minor' && value.includes('.')) {
    return E.left(`is not a whole number, and policy.metadata.${meaning} states the unit "minor"`);
  }
  if (unit !== null) return E.right(unit === 'major' ? digits : 0);
  if (value.includes('.')) return E.right(digits);
  if (digits === 0 || !/^\d+$/.test(value) || isZero(value)) return E.right(0);
  if (isMoreThanAll(meaning, value, digits, total)) return E.right(0);
  const key = metadataKey(policy, meaning) ?? meaning;
  return E.left(
    `is a whole number, which may be in the currency's major or its minor unit. Set policy.metadata.${meaning} to { "key": "${key}", "unit": "major" } (8 is 8.00) or "minor" (825 is 8.25), then retry`,
  );
};

const unitOf = ({ metadata }: Policy, meaning: AmountMeaning): 'major' | 'minor' | null => {
  const setting = metadata[meaning];
  return setting === undefined || typeof setting === 'string' ? null : setting.unit;
};

/** Zero is the same in each unit. */
const isZero = (value: string): boolean => /^0+$/.test(value);

/** The tax and the shipping of a sale are no more than its total, in Stripe's units; a discount may be. */
const isMoreThanAll = (meaning: AmountMeaning, value: string, digits: number, total: bigint): boolean =>
  meaning !== 'discount' && BigInt(value) * 10n ** BigInt(digits) > total;

const ownMetadataOf = ({ invoice, session, charges }: BilledBy): Metadata => {
  const [charge] = charges.length === 1 ? charges : [];
  return {
    ...charge?.payment_intent?.object?.metadata,
    ...charge?.metadata,
    ...invoice.metadata,
    ...session?.metadata,
  };
};

/**
 * Whether an invoice bills a whole period as agreed: the metadata of a subscription has the amounts of such an invoice, and of no
 * other.
 */
const isWholePeriod = ({ billing_reason: reason, lines }: Invoice): boolean =>
  (reason === null || ['subscription', 'subscription_create', 'subscription_cycle'].includes(reason)) &&
  !(lines?.data ?? []).some(isProration);
