/** Converts a sale to the currency that the merchant reports in, with each part rounded so that sale and refund still agree. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { errorName } from '../domain/errors.ts';
import { onRejection } from '../domain/host-function.ts';
import { type Exclusion, held, type RecordReference } from '../domain/exclusion.ts';
import { type Currency, findCurrency, formatMinorUnits, type MinorUnits } from '../domain/money.ts';
import { missingAmount, sumOfParts } from './amounts.ts';
import type { Policy } from './policy.ts';
import { partsOfRefund } from './refund-to-transaction.ts';
import type { ExchangeRate, Refund, RefundPart, Sale, SaleLine, ShippingCharge, TaxAmount } from './sale.ts';

/**
 * The sale in `policy.reportingCurrency`, at the host's rate or at the rate of the platform's own settlement. Unchanged
 * without that setting, in that currency already, or when its parts do not add up (it is held for that).
 *
 * Left without a rate (`no exchange rate`), or when the host's `exchangeRate` fails (`app rule failed`). Adjustments that are
 * only listed keep their currency.
 */
export const inReportingCurrency = (policy: Policy, sale: Sale): E.Either<Exclusion, Sale> => {
  const { reportingCurrency } = policy;
  if (reportingCurrency === null || reportingCurrency === sale.currency.code || missingAmount(sale) !== 0n) {
    return E.right(sale);
  }
  const to = O.toUndefined(findCurrency(reportingCurrency));
  const rate = rateOf(policy, sale, reportingCurrency);
  const { recordId, number } = sale.identity;
  const record: RecordReference = { sourceId: recordId, name: number ?? recordId };
  if (E.isLeft(rate)) {
    const why = `Your exchangeRate failed (${rate.left}). Correct it, then retry.`;
    return E.left(held(record, 'app rule failed', why));
  }
  const ratio = to && rate.right && ratioOf(rate.right.rate, sale.currency, to);
  if (to !== undefined && rate.right !== undefined && ratio !== undefined) {
    return E.right(convertSale(sale, to, rate.right, ratio));
  }
  const message = `No exchange rate from ${sale.currency.code} to ${reportingCurrency}. The platform may state it later: retry, or give one.`;
  return E.left(held(record, 'no exchange rate', message));
};

/** Left: why the host's `exchangeRate` gave no rate, without its own message, which may hold personal data. */
const rateOf = ({ exchangeRate }: Policy, sale: Sale, to: string): E.Either<string, ExchangeRate | undefined> => {
  try {
    const given: unknown = exchangeRate?.({ from: sale.currency.code, to, occurredAt: sale.occurredAt }) ?? null;
    onRejection(given, () => undefined);
    if (given === null) return E.right(sale.exchangeRates?.find(({ currency }) => currency === to));
    return typeof given === 'string'
      ? E.right({ currency: to, rate: given, field: 'policy.exchangeRate' })
      : E.left('it must return a string');
  } catch (defect) {
    return E.left(errorName(defect));
  }
};

/** An exact rate of minor units: `amount * numerator / denominator`. */
interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Undefined when the text is not a positive decimal number. */
const ratioOf = (rate: string, from: Currency, to: Currency): Ratio | undefined => {
  const match = /^(\d{1,12})(?:\.(\d{1,24}))?$/.exec(rate.trim());
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  const numerator = BigInt(whole + fraction) * 10n ** BigInt(to.digits);
  return numerator === 0n ? undefined : { numerator, denominator: 10n ** BigInt(fraction.length + from.digits) };
};

const convertSale = (sale: Sale, to: Currency, { rate, field }: ExchangeRate, ratio: Ratio): Sale => {
  const convert = convertBy(ratio);
  const parts: Sale = {
    ...sale,
    currency: to,
    lines: sale.lines.map(lineIn(convert)),
    addedLines: (sale.addedLines ?? []).map(lineIn(convert)),
    shipping: sale.shipping.map(shippingIn(convert)),
    orderDiscount: convert(sale.orderDiscount),
    orderTaxes: sale.orderTaxes.map(taxIn(convert)),
    refunds: sale.refunds.map(refundIn(convert)),
    amendments: (sale.amendments ?? []).map(refundIn(convert)),
  };
  const amount = (of: Sale): string => `${formatMinorUnits(of.currency)(sumOfParts(of))} ${of.currency.code}`;
  return {
    ...parts,
    statedTotal: sale.statedTotal === null ? null : sumOfParts(parts),
    decisions: [
      ...sale.decisions,
      {
        about: 'currency',
        value: `${amount(sale)} is ${amount(parts)}`,
        reason: `converted at ${rate}, each amount by itself`,
        fields: [field],
      },
    ],
  };
};

/** Rounded half away from zero, so that a refund of an amount is the same as its sale. */
const convertBy =
  ({ numerator, denominator }: Ratio) =>
  (amount: MinorUnits): MinorUnits => {
    const [size, sign] = amount < 0n ? [-amount, -1n] : [amount, 1n];
    return (sign * (2n * size * numerator + denominator)) / (2n * denominator);
  };

type Convert = (amount: MinorUnits) => MinorUnits;

const lineIn =
  (convert: Convert) =>
  (line: SaleLine): SaleLine => ({
    ...line,
    listed: convert(line.listed),
    discount: convert(line.discount),
    taxes: line.taxes.map(taxIn(convert)),
    ...taxedIn(convert, line),
  });

const taxIn =
  (convert: Convert) =>
  (tax: TaxAmount): TaxAmount => ({ ...tax, amount: convert(tax.amount) });

const taxedIn = (convert: Convert, { taxed }: Pick<SaleLine, 'taxed'>): Pick<SaleLine, 'taxed'> =>
  taxed === undefined ? {} : { taxed: convert(taxed) };

const shippingIn =
  (convert: Convert) =>
  (charge: ShippingCharge): ShippingCharge => ({
    ...charge,
    price: convert(charge.price),
    discount: convert(charge.discount),
    taxes: charge.taxes.map(taxIn(convert)),
    ...taxedIn(convert, charge),
  });

/** A refund whose parts add up still adds up: its total is the sum of the converted parts. */
const refundIn =
  (convert: Convert) =>
  <Later extends Refund>(refund: Later): Later => {
    const converted = {
      ...refund,
      lines: refund.lines.map((line) => ({ ...line, ...partIn(convert, line) })),
      shipping: partIn(convert, refund.shipping),
      adjustment: partIn(convert, refund.adjustment),
      total: convert(refund.total),
    };
    return partsOfRefund(refund) === refund.total ? { ...converted, total: partsOfRefund(converted) } : converted;
  };

const partIn = (convert: Convert, { amount, tax, taxes }: RefundPart): RefundPart => ({
  amount: convert(amount),
  tax: convert(tax),
  ...(taxes !== undefined && { taxes: taxes.map(taxIn(convert)) }),
});
