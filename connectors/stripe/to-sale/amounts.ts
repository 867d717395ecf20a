/** Converts amounts between Stripe's units and the minor units of ISO 4217, which differ for a few currencies, such as ISK. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import {
  allocate,
  type Currency,
  findCurrency,
  formatMinorUnits,
  type MinorUnits,
  sum,
} from '../../../src/domain/money.ts';
import { missingAmount } from '../../../src/mapping/amounts.ts';
import type { Charge } from '../records/charge.ts';
import type { Adjustment } from '../../../src/domain/run.ts';
import type { ExchangeRate, Refund, Sale, SaleLine, TaxAmount, ValueReason } from '../../../src/mapping/sale.ts';

/*
 * Source: docs.stripe.com/currencies (zero-decimal, three-decimal and special cases). HUF and TWD have two decimals here: their
 * "zero-decimal" is for payouts only.
 */
const withoutDecimals: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);

const withThreeDecimals: ReadonlySet<string> = new Set('BHD JOD KWD OMR TND'.split(' '));

/** The decimals of a currency in Stripe's unit: 2 for ISK and UGX (5 ISK is 500) and 0 for MGA, unlike in ISO 4217. */
export const stripeDigits = (code: string): number => {
  const upper = code.toUpperCase();
  if (withoutDecimals.has(upper)) return 0;
  return withThreeDecimals.has(upper) ? 3 : 2;
};

/** A currency, with the conversion from Stripe's smallest unit to that of ISO 4217. */
export interface StripeMoney {
  readonly currency: Currency;
  /** Whether Stripe's unit is that of ISO 4217, as for nearly all currencies. */
  readonly isSame: boolean;
  /** How many of Stripe's units make the smallest one of ISO 4217: 100 for ISK, 1 if Stripe's unit is not finer. */
  readonly step: bigint;
  /** None when the amount has a fraction of the currency's smallest unit. */
  readonly toMinorUnits: (amount: bigint) => O.Option<MinorUnits>;
}

/**
 * The money of a Stripe currency code (`usd`). Left names the code when ISO 4217 does not know it.
 *
 * @example
 * stripeMoney('isk') // right: toMinorUnits(500n) is some(5n)
 */
export const stripeMoney = (code: string): E.Either<string, StripeMoney> => {
  const currency = findCurrency(code);
  if (O.isNone(currency)) return E.left(unknownCurrency(code));
  const shift = currency.value.digits - stripeDigits(code);
  const factor = 10n ** BigInt(Math.abs(shift));
  const toMinorUnits = (amount: bigint): O.Option<MinorUnits> => {
    if (shift >= 0) return O.some(amount * factor);
    return amount % factor === 0n ? O.some(amount / factor) : O.none;
  };
  return E.right({ currency: currency.value, isSame: shift === 0, step: shift < 0 ? factor : 1n, toMinorUnits });
};

/** An amount in Stripe's units for a person: `8.25 USD`. Leaves out decimals that the currency does not have. */
export const shownAmount = ({ currency, step, toMinorUnits }: StripeMoney, amount: bigint): string => {
  const whole = O.getOrElse(() => amount / step)(toMinorUnits(amount));
  return `${formatMinorUnits(currency)(whole)} ${currency.code}`;
};

/**
 * Splits an amount in Stripe's units by largest remainder into shares that the currency can hold: a share of half a krone would
 * hold the whole sale. An amount that already has a fraction of the smallest unit is split as it is; its sale is held.
 *
 * @example
 * allocateWhole({ step: 100n }, 500n, [1n, 1n]) // [300n, 200n]
 */
export const allocateWhole = (
  { step }: Pick<StripeMoney, 'step'>,
  amount: bigint,
  weights: readonly bigint[],
): readonly bigint[] =>
  amount % step === 0n ? allocate(amount / step, weights).map((share) => share * step) : allocate(amount, weights);

/** The share of `whole` in the first `amount` of a total that was returned, by largest remainder. Amounts in Stripe's units. */
export const prorate = (money: Pick<StripeMoney, 'step'>, whole: bigint, total: bigint, amount: bigint): bigint => {
  if (total <= 0n) return 0n;
  const refunded = amount < total ? amount : total;
  return allocateWhole(money, whole, [refunded, total - refunded])[0] ?? 0n;
};

/**
 * Converts a sale from Stripe's units to minor units of ISO 4217. None when an amount has a fraction of them: 4.50 ISK in
 * Stripe's hundredths is not a whole number of ISK. A later change with such an amount is marked as inexact and does not affect
 * the sale.
 */
export const inMinorUnits = (money: StripeMoney, sale: Sale): O.Option<Sale> => {
  if (money.isSame) return O.some(sale);
  const { convert, isExact } = truncating(money);
  const converted = convertSale(money, convert, sale);
  return isExact() ? O.some(converted) : O.none;
};

/**
 * An invoice whose amounts have decimals that the currency does not have, such as a proration in ISK: Stripe counts ISK in
 * hundredths, forbids to charge them (support.stripe.com, "Deprecation of fractional ISK charges and refunds"), and does not let
 * a final invoice be changed. Each amount is rounded half up; the largest line takes the difference to the total.
 */
export const roundedInvoice = (money: StripeMoney, sale: Sale): Sale => {
  const rounded = convertSale(money, roundHalfUp(money), sale);
  const missing = missingAmount(rounded);
  const largest = rounded.lines.reduce<SaleLine | undefined>(
    (most, line) => (most === undefined || line.listed > most.listed ? line : most),
    undefined,
  );
  const reason: ValueReason = {
    about: 'total',
    value: 'rounded half up',
    reason: `the invoice has decimals that ${money.currency.code} does not have; each amount is rounded half up, and the difference is on the largest line`,
    fields: ['total', 'lines'],
  };
  return {
    ...rounded,
    lines: rounded.lines.map((line) => (line === largest ? { ...line, listed: line.listed + missing } : line)),
    refunds: sale.refunds.map((refund) => roundedRefund(money, refund)),
    amendments: (sale.amendments ?? []).map((amendment) => roundedRefund(money, amendment)),
    decisions: [...rounded.decisions, reason],
  };
};

/**
 * The rates at which Stripe settled the charges of a sale: the first of each currency. Known once the charge is settled.
 *
 * Stripe's rate turns an amount of the charge into one of the balance, both in their smallest units: 10,000 JPY at 0.65 are
 * 65.00 USD (docs.stripe.com/api/balance_transactions/object).
 */
export const exchangeRatesOf = (charges: readonly Charge[]): readonly ExchangeRate[] =>
  charges.flatMap(({ balance_transaction, currency: from }) => {
    const { currency: to, exchange_rate: stated } = balance_transaction?.object ?? {
      currency: null,
      exchange_rate: null,
    };
    if (from === null || to === null || stated === null) return [];
    const rate = withPointMoved(stated, stripeDigits(from) - stripeDigits(to));
    return [{ currency: to.toUpperCase(), rate, field: 'balance_transaction.exchange_rate' }];
  });

/** A text is shown only if it can be nothing but a currency code. */
const unknownCurrency = (code: string): string =>
  /^[a-z]{3,5}$/i.test(code) ? `"${code}" is not a currency of ISO 4217` : 'its currency is not one of ISO 4217';

type Convert = (amount: bigint) => bigint;

/** Converts and truncates decimals that the currency does not have; `isExact` is then false. */
const truncating = ({
  step,
  toMinorUnits,
}: StripeMoney): { readonly convert: Convert; readonly isExact: () => boolean } => {
  let isExact = true;
  const convert: Convert = (amount) => {
    const converted = toMinorUnits(amount);
    if (O.isSome(converted)) return converted.value;
    isExact = false;
    return amount / step;
  };
  return { convert, isExact: () => isExact };
};

const convertSale = (money: StripeMoney, convert: Convert, sale: Sale): Sale => {
  const taxes = (some: readonly TaxAmount[]): readonly TaxAmount[] =>
    some.map((tax) => ({ ...tax, amount: convert(tax.amount) }));
  // `taxed` is in no sum of the sale, so a fraction in it makes no amount inexact.
  const taxed = (part: Pick<SaleLine, 'taxed'>): Pick<SaleLine, 'taxed'> =>
    part.taxed === undefined ? {} : { taxed: part.taxed / money.step };
  return {
    ...sale,
    currency: money.currency,
    lines: sale.lines.map((line) => ({
      ...line,
      listed: convert(line.listed),
      discount: convert(line.discount),
      taxes: taxes(line.taxes),
      ...taxed(line),
    })),
    shipping: sale.shipping.map((charge) => ({
      ...charge,
      price: convert(charge.price),
      discount: convert(charge.discount),
      taxes: taxes(charge.taxes),
      ...taxed(charge),
    })),
    orderDiscount: convert(sale.orderDiscount),
    orderTaxes: taxes(sale.orderTaxes),
    statedTotal: sale.statedTotal === null ? null : convert(sale.statedTotal),
    refunds: sale.refunds.map(truncatedRefund(money)),
    amendments: (sale.amendments ?? []).map(truncatedRefund(money)),
    adjustments: sale.adjustments.map(truncatedAdjustment(money)),
  };
};

const truncatedRefund =
  (money: StripeMoney) =>
  <Later extends Refund>(refund: Later): Later => {
    const { convert, isExact } = truncating(money);
    const converted = convertRefund(convert, refund);
    return isExact() ? converted : { ...converted, isExact: false };
  };

const convertRefund = <Later extends Refund>(convert: Convert, refund: Later): Later => ({
  ...refund,
  lines: refund.lines.map((line) => ({ ...line, amount: convert(line.amount), tax: convert(line.tax) })),
  shipping: { amount: convert(refund.shipping.amount), tax: convert(refund.shipping.tax) },
  adjustment: { amount: convert(refund.adjustment.amount), tax: convert(refund.adjustment.tax) },
  total: convert(refund.total),
});

const truncatedAdjustment =
  (money: StripeMoney) =>
  (adjustment: Adjustment): Adjustment => {
    const { convert, isExact } = truncating(money);
    const amount = convert(adjustment.amount);
    const tax = adjustment.tax === null ? null : convert(adjustment.tax);
    const message = isExact() ? adjustment.message : `${adjustment.message}; the amount is truncated to whole units`;
    return { ...adjustment, amount, tax, message };
  };

/** Half up, also below zero: -2.5 is -2. */
const roundHalfUp =
  ({ step }: StripeMoney): Convert =>
  (amount) => {
    const doubled = 2n * amount + step;
    const whole = doubled / (2n * step);
    return doubled < 0n && doubled % (2n * step) !== 0n ? whole - 1n : whole;
  };

/** Rounds a refund as its invoice is rounded; the adjustment takes the difference. */
const roundedRefund = <Later extends Refund>(money: StripeMoney, refund: Later): Later => {
  const rounded = convertRefund(roundHalfUp(money), refund);
  const { lines, shipping, adjustment } = rounded;
  const parts = sum([...lines, shipping, adjustment].map(({ amount, tax }) => amount + tax));
  return { ...rounded, adjustment: { ...adjustment, amount: adjustment.amount + rounded.total - parts } };
};

/** A decimal with its point moved to the right, or to the left where `places` is negative. */
const withPointMoved = (decimal: string, places: number): string => {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = `${'0'.repeat(Math.max(0, -places))}${whole}${fraction.padEnd(places, '0')}`;
  const point = digits.length - Math.max(fraction.length, places) + places;
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/^0+(?=\d)|\.$/g, '');
};
