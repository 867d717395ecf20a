import type { PricedTax } from '../orders/priced.ts';
import type { Answer } from './answer.ts';
import type { Purse } from './money.ts';

export const taxLineAnswer = (purse: Purse, { title, rate, amount, liable }: PricedTax): Answer => ({
  title,
  rate: rate / 100_000,
  ratePercentage: rate / 1000,
  source: 'Shopify',
  channelLiable: liable,
  priceSet: purse(amount),
});

/** Taxes of many lines as the order shows them: one for each title. */
export const summedTaxLines = (purse: Purse, taxes: readonly PricedTax[]): readonly Answer[] => {
  const byTitle = new Map<string, PricedTax>();
  for (const tax of taxes) {
    const amount = (byTitle.get(tax.title)?.amount ?? 0n) + tax.amount;
    byTitle.set(tax.title, { ...tax, amount });
  }
  return [...byTitle.values()].map((tax) => taxLineAnswer(purse, tax));
};
