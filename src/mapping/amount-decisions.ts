import { formatMinorUnits, type MinorUnits } from '../domain/money.ts';
import type { Decision, Sale } from './sale.ts';

/** What a sale's amounts came to, in minor units. */
export interface Amounts {
  /** The taxes that the seller remits. */
  readonly seller: MinorUnits;
  /** All taxes, whoever remits them. */
  readonly all: MinorUnits;
  readonly shipping: MinorUnits;
  readonly total: MinorUnits;
}

/** Why tax, shipping and total are what they are. */
export const amountDecisions = (sale: Sale, amounts: Amounts): readonly Decision[] => {
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
