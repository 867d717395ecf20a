import { sumOf, taxOn } from './amounts.ts';
import type { Ground } from './ground.ts';
import type { Ware } from './wares.ts';

/** What is put into a basket. Money in Stripe's smallest unit of the basket's currency. */
export interface Item {
  readonly ware: Ware;
  readonly quantity: number;
  /** Off this line. */
  readonly discount?: number;
  /** The line's share of a discount on the whole. */
  readonly share?: number;
  /** Billing credits spent on the line. */
  readonly credit?: number;
}

export interface PricedLine {
  readonly name: string;
  readonly product: string;
  readonly quantity: number;
  readonly listed: number;
  readonly discount: number;
  readonly share: number;
  readonly credit: number;
  readonly tax: number;
}

/** What is sold, with its taxes. `isInclusive`: prices contain them. */
export interface Basket {
  readonly currency: string;
  readonly isInclusive: boolean;
  readonly rate: number;
  readonly lines: readonly PricedLine[];
  readonly shipping: { readonly price: number; readonly tax: number } | null;
  /** A retail delivery fee. Stripe lists it among the taxes, here those of the first line. */
  readonly deliveryFee: number;
}

export interface BasketOptions {
  readonly currency?: string;
  readonly isInclusive?: boolean;
  /** In hundred-thousandths; default: that of the town. */
  readonly rate?: number;
  /** Default: none. */
  readonly shipping?: number;
  /** Only for prices without tax. */
  readonly deliveryFee?: number;
}

export const netOf = ({ listed, discount, share, credit }: PricedLine): number => listed - discount - share - credit;

/** The items with their taxes, each line rounded by itself. */
export const basketOf = (ground: Ground, items: readonly Item[], options: BasketOptions = {}): Basket => {
  const { currency = 'usd', isInclusive = false, rate = ground.rate, shipping, deliveryFee = 0 } = options;
  const lines = items.map(({ ware, quantity, discount = 0, share = 0, credit = 0 }, position) => {
    const listed = ware.price * quantity;
    const tax = taxOn(listed - discount - share - credit, rate, isInclusive) + (position === 0 ? deliveryFee : 0);
    return { name: ware.name, product: ware.product, quantity, listed, discount, share, credit, tax };
  });
  const postage = shipping === undefined ? null : { price: shipping, tax: taxOn(shipping, rate, isInclusive) };
  return { currency, isInclusive, rate, lines, shipping: postage, deliveryFee };
};

export const taxOf = ({ lines, shipping }: Basket): number => sumOf(lines, ({ tax }) => tax) + (shipping?.tax ?? 0);

/** What is due for all of it. */
export const totalOf = (basket: Basket): number =>
  sumOf(basket.lines, netOf) + (basket.shipping?.price ?? 0) + (basket.isInclusive ? 0 : taxOf(basket));
