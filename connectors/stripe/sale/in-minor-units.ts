import * as O from 'fp-ts/lib/Option.js';
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

/**
 * A sale whose amounts are Stripe's, in minor units of ISO 4217. None when one of them is finer than those: an invoice of
 * 4.50 ISK in Stripe's hundredths is no whole number of ISK.
 */
export const inMinorUnits = ({ currency, isSame, toMinorUnits }: StripeMoney, sale: Sale): O.Option<Sale> => {
  if (isSame) return O.some(sale);
  const inexact: bigint[] = [];
  const convert: Convert = (amount) => {
    const converted = toMinorUnits(amount);
    if (O.isSome(converted)) return converted.value;
    inexact.push(amount);
    return 0n;
  };
  const converted: Sale = {
    ...sale,
    currency,
    lines: sale.lines.map(lineIn(convert)),
    shipping: sale.shipping.map(shippingIn(convert)),
    orderDiscount: convert(sale.orderDiscount),
    orderTaxes: sale.orderTaxes.map(taxIn(convert)),
    statedTotal: sale.statedTotal === null ? null : convert(sale.statedTotal),
    refunds: sale.refunds.map(refundIn(convert)),
    movements: sale.movements.map((movement) => ({
      ...movement,
      amount: convert(movement.amount),
      tax: movement.tax === null ? null : convert(movement.tax),
    })),
  };
  return inexact.length === 0 ? O.some(converted) : O.none;
};
