/** How the sample shop writes ids, times and money in its answers, as Shopify's GraphQL does. */
import type { Recipe } from '../orders/recipe.ts';

/**
 * An object as GraphQL reads it: each field is a value, or a function of the field's arguments that returns it. The schema checks
 * the shape when it is read, so a field that is missing here is an error there.
 */
export type Answer = Readonly<Record<string, unknown>>;

/** `gid://shopify/Order/5400000000000` */
export const gid = (type: string, id: string | bigint | number): string => `gid://shopify/${type}/${id}`;

/** A time as GraphQL answers it: in UTC, without fractions of a second. */
export const instantText = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** An amount as Shopify's GraphQL writes it: not padded, but with one decimal at least ("57.23", "8600.0"). */
export const decimalText = (amount: bigint, digits: number): string => {
  const text = (amount < 0n ? -amount : amount).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${whole}.${fraction || '0'}`;
};

interface Money {
  readonly amount: string;
  readonly currencyCode: string;
}

export interface MoneyBag {
  readonly shopMoney: Money;
  readonly presentmentMoney: Money;
}

/** Writes minor units of the order's currency as a money bag; the buyer's side is converted if it has another currency. */
export type Purse = (amount: bigint) => MoneyBag;

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

const tenThousand = 10_000n;

const converted = (amount: bigint, rate: bigint): bigint => {
  const size = amount < 0n ? -amount : amount;
  const there = (2n * size * rate + tenThousand) / (2n * tenThousand);
  return amount < 0n ? -there : there;
};
