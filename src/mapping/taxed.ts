/**
 * Computes how much of a sale or refund the platform taxed, because sums and thresholds separate taxed, untaxed and unknown
 * amounts.
 */
import { type MinorUnits, sum } from '../domain/money.ts';
import { totalTax } from './amounts.ts';
import type { Refund, RefundLine, RefundPart, Sale, SaleLine, ShippingCharge, TaxAmount } from './sale.ts';

/**
 * How much of a transaction of these lines, with the shipping of their sale, the platform taxed: after discounts, without
 * tax. Null where the platform states one tax for several of them.
 */
export const taxedOfSale = (sale: Sale, lines: readonly SaleLine[]): MinorUnits | null => {
  const all = totalOf(basesOf(sale, lines));
  return shareOf(all, all.price - sale.orderDiscount);
};

/** How much of a transaction of these lines is of products that the platform states not to be taxable. */
export const notTaxableOfSale = (sale: Sale, lines: readonly SaleLine[]): MinorUnits => {
  const priceOf = (line: SaleLine): MinorUnits => lineBase(sale, line).price;
  const stated = sum(lines.filter(({ isTaxable }) => isTaxable === false).map(priceOf));
  const all = sum(lines.map(priceOf));
  // A discount on the whole order is shared among the lines by price.
  return stated === all || all === 0n
    ? stated - (stated === 0n ? 0n : sale.orderDiscount)
    : stated - (sale.orderDiscount * stated) / all;
};

/** A price after discounts and without tax, and the part of it that was taxed; null where that is not known. */
interface Base {
  readonly price: MinorUnits;
  readonly taxed: MinorUnits | null;
}

/**
 * How much of a refund was taxed: for a line or shipping, the same share as when it was sold; for other amounts, the share of
 * the whole sale. Zero if no tax went back. Positive for money that goes back.
 */
export const taxedOfRefund = (
  sale: Sale,
  { lines, shipping, adjustment }: Pick<Refund, 'lines' | 'shipping' | 'adjustment'>,
  counted: readonly RefundLine[] = lines,
): MinorUnits | null => {
  const sold = sale.lines.filter(isSold);
  const bases = basesOf(sale, sold);
  const whole = totalOf(bases);
  const baseOfLine = ({ lineId }: RefundLine): Base => {
    const index = sold.findIndex(({ id }) => id === lineId);
    const line = [...sale.lines, ...(sale.addedLines ?? [])].find(({ id }) => id === lineId);
    return bases[index] ?? (line === undefined ? whole : lineBase(sale, line));
  };
  const parts: readonly (readonly [RefundPart, Base])[] = [
    ...counted.map((line) => [line, baseOfLine(line)] as const),
    [shipping, totalOf(bases.slice(sold.length))],
    [adjustment, whole],
  ];
  // The tax of the whole sale goes back outside of the lines.
  const givesOrderTaxBack = hasTax(sale.orderTaxes) && parts.some(([{ tax }]) => tax !== 0n);
  const taxed: MinorUnits[] = [];
  for (const [{ amount, tax }, base] of parts) {
    if (amount === 0n || (tax === 0n && !givesOrderTaxBack)) continue;
    const share = shareOf(base.taxed === null ? whole : base, amount);
    if (share === null) return null;
    taxed.push(share);
  }
  return sum(taxed);
};

const totalOf = (bases: readonly Base[]): Base => {
  let [price, taxed] = [0n, 0n];
  for (const base of bases) {
    price += base.price;
    taxed += base.taxed ?? 0n;
  }
  return { price, taxed: bases.some(isOpen) ? null : taxed };
};

const isOpen = ({ price, taxed }: Base): boolean => taxed === null && price !== 0n;

/**
 * The prices of the lines, then of the shipping charges. If only one part may bear the tax of the whole sale, it does; of
 * several, it is not known which.
 */
const basesOf = (sale: Sale, lines: readonly SaleLine[]): readonly Base[] => {
  const bases: Base[] = [];
  for (const line of lines) bases.push(lineBase(sale, line));
  for (const charge of sale.shipping) bases.push(baseOf(sale, charge.price - charge.discount, charge, true));
  const open = bases.filter(isOpen);
  const isKnown = open.length === 1 && bases.every(({ taxed }) => taxed === null || taxed === 0n);
  return isKnown ? bases.map((base) => (isOpen(base) ? { ...base, taxed: base.price } : base)) : bases;
};

const lineBase = (sale: Sale, line: SaleLine): Base =>
  baseOf(sale, line.listed - line.discount, line, line.kind === 'goods');

const baseOf = (
  { pricesIncludeTax, orderTaxes }: Sale,
  paid: MinorUnits,
  { taxes, taxed }: Pick<ShippingCharge, 'taxes' | 'taxed'>,
  mayBearOrderTax: boolean,
): Base => {
  const price = pricesIncludeTax ? paid - totalTax(taxes) : paid;
  if (taxed !== undefined) return { price, taxed };
  if (hasTax(taxes)) return { price, taxed: price };
  return { price, taxed: mayBearOrderTax && hasTax(orderTaxes) ? null : 0n };
};

const hasTax = (taxes: readonly TaxAmount[]): boolean => taxes.some(({ amount }) => amount !== 0n);

/** The taxed share of an amount. All or nothing of it is exact; a part of it loses the fraction of a minor unit. */
const shareOf = ({ price, taxed }: Base, amount: MinorUnits): MinorUnits | null => {
  if (taxed === null || taxed === 0n || amount === price) return taxed;
  return taxed === price || price === 0n ? amount : (amount * taxed) / price;
};

const isSold = ({ kind }: SaleLine): boolean => kind !== 'gift card';
