import type { Recipe } from '../orders/recipe.ts';
import { decimalText } from './decimal-text.ts';

interface Money {
  readonly amount: string;
  readonly currencyCode: string;
}

export interface MoneyBag {
  readonly shopMoney: Money;
  readonly presentmentMoney: Money;
}

/** Writes minor units of the order's currency as a money bag; the buyer's side is converted where it is another currency. */
export type Purse = (amount: bigint) => MoneyBag;

const tenThousand = 10_000n;

const converted = (amount: bigint, rate: bigint): bigint => {
  const size = amount < 0n ? -amount : amount;
  const there = (2n * size * rate + tenThousand) / (2n * tenThousand);
  return amount < 0n ? -there : there;
};

export const purseOf = ({ currency, digits, presentment }: Recipe): Purse => {
  if (presentment === null) {
    return (amount) => {
      const money = { amount: decimalText(amount, digits), currencyCode: currency };
      return { shopMoney: money, presentmentMoney: money };
    };
  }
  return (amount) => ({
    shopMoney: { amount: decimalText(amount, digits), currencyCode: currency },
    presentmentMoney: {
      amount: decimalText(converted(amount, presentment.rate), presentment.digits),
      currencyCode: presentment.currency,
    },
  });
};
