import { sum } from '../../../src/core/minor-units.ts';
import type { Invoice, InvoiceLine } from '../records/invoice.ts';
import type { ShippingParts } from './parts-of-shipping.ts';
import { isContained, type StripeTax } from '../records/tax.ts';

/** Taxes on top of prices, and taxes that prices contain. */
export interface TaxSums {
  readonly onTop: bigint;
  readonly contained: bigint;
}

export const lineTaxes = ({ taxes, tax_amounts }: InvoiceLine): readonly StripeTax[] => taxes ?? tax_amounts ?? [];

export const sumsOf = (taxes: readonly StripeTax[]): TaxSums => {
  const amounts = (some: readonly StripeTax[]): bigint => sum(some.map(({ amount }) => amount ?? 0n));
  const contained = amounts(taxes.filter(isContained));
  return { onTop: amounts(taxes) - contained, contained };
};

/**
 * The taxes that the invoice states for all of it; null when it states none. A bare `tax` (before 2020) does not say
 * whether it is on top: the total does. Beside a coupon whose amount is not stated either it is always on top: prices
 * contained none before `total_tax_amounts` said so.
 *
 * @param withoutTax lines and shipping after discounts, taxes on top not counted
 */
export const statedTaxes = (invoice: Invoice, withoutTax: bigint): TaxSums | null => {
  const taxes = invoice.total_taxes ?? invoice.total_tax_amounts;
  if (taxes !== null) return sumsOf(taxes);
  if (invoice.tax === null) return null;
  const beforeCoupon = withoutTax + invoice.tax;
  const hasCoupon = invoice.discount !== null && invoice.total_discount_amounts === null;
  const isOnTop = beforeCoupon === invoice.total || (hasCoupon && beforeCoupon > (invoice.total ?? beforeCoupon));
  return isOnTop ? { onTop: invoice.tax, contained: 0n } : { onTop: 0n, contained: invoice.tax };
};

/**
 * Whether the taxes may stay on their lines. Not when tax was rounded once for the whole invoice, when lines of an old
 * version carry none, and when a proration gives tax back: a line of a sale has no negative tax.
 */
export const fitLines = (
  stated: TaxSums | null,
  lines: readonly InvoiceLine[],
  shipping: Pick<ShippingParts, 'onTop' | 'contained'>,
): boolean => {
  const taxes = lines.flatMap(lineTaxes);
  if (taxes.some(({ amount }) => amount !== null && amount < 0n)) return false;
  if (stated === null) return true;
  const own = sumsOf(taxes);
  const fits = (ofLines: bigint, ofShipping: bigint, all: bigint): boolean =>
    ofLines + ofShipping === all || ofLines === all;
  return fits(own.onTop, shipping.onTop, stated.onTop) && fits(own.contained, shipping.contained, stated.contained);
};
