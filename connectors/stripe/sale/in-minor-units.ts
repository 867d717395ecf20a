import * as O from 'fp-ts/lib/Option.js';
import type { Adjustment } from '../../../src/domain/run.ts';
import type { Refund, Sale, SaleLine, ShippingCharge, TaxAmount } from '../../../src/mapping/sale.ts';
import type { StripeMoney } from './money.ts';

type Convert = (amount: bigint) => bigint;

const taxIn =
  (convert: Convert) =>
  (tax: TaxAmount): TaxAmount => ({ ...tax, amount: convert(tax.amount) });

const lineIn =
  (convert: Convert) =>
  (line: SaleLine): SaleLine => ({
    ...line,
    listed: convert(line.listed),
    discount: convert(line.discount),
    taxes: line.taxes.map(taxIn(convert)),
  });

const shippingIn =
  (convert: Convert) =>
  (charge: ShippingCharge): ShippingCharge => ({
    ...charge,
    price: convert(charge.price),
    discount: convert(charge.discount),
    taxes: charge.taxes.map(taxIn(convert)),
  });

const refundIn =
  (convert: Convert) =>
  (refund: Refund): Refund => ({
    ...refund,
    lines: refund.lines.map((line) => ({ ...line, amount: convert(line.amount), tax: convert(line.tax) })),
    shipping: { amount: convert(refund.shipping.amount), tax: convert(refund.shipping.tax) },
    adjustment: { amount: convert(refund.adjustment.amount), tax: convert(refund.adjustment.tax) },
    total: convert(refund.total),
  });

/** Conversion that cuts off what is finer than the currency and tells that it did. */
const cutting = ({
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

const laterIn =
  (money: StripeMoney) =>
  (refund: Refund): Refund => {
    const { convert, isExact } = cutting(money);
    const converted = refundIn(convert)(refund);
    return isExact() ? converted : { ...converted, isExact: false };
  };

const movementIn =
  (money: StripeMoney) =>
  (movement: Adjustment): Adjustment => {
    const { convert, isExact } = cutting(money);
    const amount = convert(movement.amount);
    const tax = movement.tax === null ? null : convert(movement.tax);
    const message = isExact() ? movement.message : `${movement.message}; the amount is cut off to whole units`;
    return { ...movement, amount, tax, message };
  };

/**
 * A sale whose amounts are Stripe's, in minor units of ISO 4217. None when one of them is finer than those: an invoice of
 * 4.50 ISK in Stripe's hundredths is no whole number of ISK. Of what came later only that one itself is then not exact.
 */
export const inMinorUnits = (money: StripeMoney, sale: Sale): O.Option<Sale> => {
  if (money.isSame) return O.some(sale);
  const { convert, isExact } = cutting(money);
  const converted: Sale = {
    ...sale,
    currency: money.currency,
    lines: sale.lines.map(lineIn(convert)),
    shipping: sale.shipping.map(shippingIn(convert)),
    orderDiscount: convert(sale.orderDiscount),
    orderTaxes: sale.orderTaxes.map(taxIn(convert)),
    statedTotal: sale.statedTotal === null ? null : convert(sale.statedTotal),
    refunds: sale.refunds.map(laterIn(money)),
    adjustments: sale.adjustments.map(movementIn(money)),
  };
  return isExact() ? O.some(converted) : O.none;
};
