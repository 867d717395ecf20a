import { formatMinorUnits, type MinorUnits, sum } from '../domain/money.ts';
import type { Decision, Sale, TaxAmount } from './sale.ts';
import type { Transaction, TransactionLine } from '../domain/transaction.ts';

/** What a sale's amounts came to, in minor units. */
interface Amounts {
  /** The taxes that the seller remits. */
  readonly seller: MinorUnits;
  /** All taxes, whoever remits them. */
  readonly all: MinorUnits;
  readonly shipping: MinorUnits;
  readonly total: MinorUnits;
}

/** Why tax, shipping and total are what they are. */
export const describeAmounts = (sale: Sale, amounts: Amounts): readonly Decision[] => {
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
      reason: sale.pricesIncludeTax ? 'shipping after its discount, its tax taken out' : 'shipping after its discount',
      fields: ['shipping'],
    },
    {
      about: 'total',
      value: money(amounts.total),
      reason:
        sale.statedTotal === null
          ? 'the sum of the parts; the platform states no total to check it against'
          : `agrees with the total that the platform states (${money(sale.statedTotal)}), less what is left out (${money(sale.statedTotal - amounts.total)})`,
      fields: ['statedTotal'],
      ...(sale.statedTotal === null && { finding: 'total not stated' as const }),
    },
  ];
};

const taxOf = (taxes: readonly TaxAmount[]): MinorUnits => sum(taxes.map(({ amount }) => amount));

/** What all parts of a sale come to: goods, gift cards, tips, duties, shipping, and the taxes of whoever remits them. */
export const sumOfParts = (sale: Sale): MinorUnits => {
  const taxOnTop = (taxes: readonly TaxAmount[]): MinorUnits => (sale.pricesIncludeTax ? 0n : taxOf(taxes));
  return (
    sum(sale.lines.map((line) => line.listed - line.discount + taxOnTop(line.taxes))) +
    sum(sale.shipping.map((charge) => charge.price - charge.discount + taxOnTop(charge.taxes))) +
    taxOf(sale.orderTaxes) -
    sale.orderDiscount
  );
};

/**
 * The missing amount between the parts and the total that the platform states: positive when parts are missing. Zero when
 * it balances, and when nothing is stated.
 */
export const missingAmount = (sale: Sale): MinorUnits =>
  sale.statedTotal === null ? 0n : sale.statedTotal - sumOfParts(sale);

const goodsOf = (lines: readonly TransactionLine[]): MinorUnits =>
  sum(lines.map(({ amount, quantity, discount }) => amount * BigInt(quantity) - discount));

/**
 * Whether both equations of the service's interface hold; a sentence that names the missing amount when they do not. The
 * last gate before anything is sent: it holds by construction, and a mistake of ours stops here.
 */
export const imbalanceOf = (transaction: Transaction): string | undefined => {
  const { currency, lines, discount, subtotal, shippingHandling, taxCollected, total } = transaction;
  const subtotalGap = subtotal - (goodsOf(lines) - discount);
  if (subtotalGap !== 0n) {
    return `the lines miss the subtotal by ${formatMinorUnits(currency)(subtotalGap)} ${currency.code}`;
  }
  const totalGap = total - (subtotal + shippingHandling + taxCollected);
  return totalGap === 0n
    ? undefined
    : `subtotal, shipping and tax miss the total by ${formatMinorUnits(currency)(totalGap)} ${currency.code}`;
};
