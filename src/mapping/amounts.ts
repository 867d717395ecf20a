/** Adds up a sale, a refund and a transaction, and finds the cents that are missing before a wrong total reaches the service. */
import { formatMinorUnits, type MinorUnits, sum } from '../domain/money.ts';
import type { ValueReason, Refund, Sale, TaxAmount } from './sale.ts';
import type { Transaction, TransactionLine } from '../domain/transaction.ts';

/** Totals of a sale in minor units. */
interface Amounts {
  /** Taxes that the seller remits. */
  readonly seller: MinorUnits;
  /** All taxes, including taxes that a marketplace remits. */
  readonly all: MinorUnits;
  readonly shipping: MinorUnits;
  readonly total: MinorUnits;
}

/** The reasons for tax, shipping and total. */
export const describeAmounts = (sale: Sale, amounts: Amounts): readonly ValueReason[] => {
  const money = (amount: MinorUnits): string => `${formatMinorUnits(sale.currency)(amount)} ${sale.currency.code}`;
  const remitted = amounts.all - amounts.seller;
  return [
    {
      about: 'taxCollected',
      value: money(amounts.seller),
      reason:
        remitted === 0n
          ? 'the sum of the taxes on lines, shipping and fees'
          : `the taxes that the seller remits; the marketplace remits ${money(remitted)}`,
      fields: ['taxes'],
    },
    {
      about: 'shippingHandling',
      value: money(amounts.shipping),
      reason: sale.pricesIncludeTax ? 'shipping after its discount, without its tax' : 'shipping after its discount',
      fields: ['shipping'],
    },
    {
      about: 'total',
      value: money(amounts.total),
      reason:
        sale.statedTotal === null
          ? 'the sum of the parts; the platform states no total to compare with'
          : `equals the total that the platform states (${money(sale.statedTotal)}), minus amounts left out (${money(sale.statedTotal - amounts.total)})`,
      fields: ['statedTotal'],
      ...(sale.statedTotal === null && { finding: 'total not stated' as const }),
    },
  ];
};

export const totalTax = (taxes: readonly TaxAmount[]): MinorUnits => {
  let total = 0n;
  for (const { amount } of taxes) total += amount;
  return total;
};

/** All taxes of a sale, including taxes that a marketplace remits. */
export const taxOfSale = ({
  lines,
  shipping,
  orderTaxes,
}: Pick<Sale, 'lines' | 'shipping' | 'orderTaxes'>): MinorUnits => {
  let total = totalTax(orderTaxes);
  for (const { taxes } of lines) total += totalTax(taxes);
  for (const { taxes } of shipping) total += totalTax(taxes);
  return total;
};

/** The sum of all parts of a sale: goods, gift cards, tips, duties, shipping and all taxes. */
export const sumOfParts = (sale: Sale): MinorUnits => {
  const { lines, shipping, orderTaxes, orderDiscount, pricesIncludeTax } = sale;
  let total = pricesIncludeTax ? totalTax(orderTaxes) : taxOfSale(sale);
  total -= orderDiscount;
  for (const { listed, discount } of lines) total += listed - discount;
  for (const { price, discount } of shipping) total += price - discount;
  return total;
};

/**
 * The total that the platform states minus the sum of the parts: positive when parts are missing. Zero when they are equal, or
 * no total is stated.
 */
export const missingAmount = (sale: Sale): MinorUnits =>
  sale.statedTotal === null ? 0n : sale.statedTotal - sumOfParts(sale);

/** The sum of the lines of a transaction, each after its own discount. */
export const goodsOf = (lines: readonly TransactionLine[]): MinorUnits =>
  sum(lines.map(({ amount, quantity, discount }) => amount * BigInt(quantity) - discount));

/**
 * A sentence with the missing amount if one of the two equations of the service's interface does not hold; otherwise
 * undefined. The last check before a push: an internal error stops here.
 */
export const imbalanceOf = (transaction: Transaction): string | undefined => {
  const { currency, lines, discount, subtotal, shippingHandling, taxCollected, total } = transaction;
  const subtotalGap = subtotal - (goodsOf(lines) - discount);
  if (subtotalGap !== 0n) {
    return `The lines differ from the subtotal by ${formatMinorUnits(currency)(subtotalGap)} ${currency.code}`;
  }
  const totalGap = total - (subtotal + shippingHandling + taxCollected);
  return totalGap === 0n
    ? undefined
    : `Subtotal, shipping and tax differ from the total by ${formatMinorUnits(currency)(totalGap)} ${currency.code}`;
};

/** The tax that a refund gives back. */
export const taxOfRefund = ({ lines, shipping, adjustment }: Refund): MinorUnits =>
  sum(lines.map(({ tax }) => tax)) + shipping.tax + adjustment.tax;

/** For a lost dispute that is larger than what refunds and other changes left of its sale. */
export const noMoreThanLeft = 'only what was left of the sale is taken off it';
