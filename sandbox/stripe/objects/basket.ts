/** What a sample sale of the Stripe account sells, and its prices, discounts and taxes in Stripe's smallest units. */
import type { Ground } from './ground.ts';

/** A product; `price` in cents. */
export interface Ware {
  readonly name: string;
  readonly product: string;
  readonly price: number;
}

/** The tax codes of its products; for a product without a code, the account's preset code applies. */
export const taxCodes: Readonly<Record<string, string | null>> = {
  prod_SbxKit: 'txcd_99999999',
  prod_SbxWorkshop: null,
  prod_SbxBook: 'txcd_35010000',
  prod_SbxSeat: 'txcd_10103001',
};

/** Products that are sold once. */
export const wares: readonly [Ware, ...Ware[]] = [
  { name: 'Bread baking kit', product: 'prod_SbxKit', price: 4950 },
  { name: 'Sourdough workshop', product: 'prod_SbxWorkshop', price: 12_000 },
  { name: 'Kitchen scale', product: 'prod_SbxScale', price: 3299 },
  { name: 'Proofing basket', product: 'prod_SbxBasket', price: 1999 },
  { name: 'Recipe book', product: 'prod_SbxBook', price: 2495 },
  { name: 'Linen cloth', product: 'prod_SbxCloth', price: 1333 },
];

/** Plans that are billed monthly. */
export const plans: readonly [Ware, ...Ware[]] = [
  { name: 'Flour club', product: 'prod_SbxFlour', price: 2900 },
  { name: 'Coffee club', product: 'prod_SbxCoffee', price: 3850 },
  { name: 'Bakery software, one seat', product: 'prod_SbxSeat', price: 7900 },
];

export const sumOf = <A>(items: readonly A[], amount: (item: A) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0);

/** One item. Money in Stripe's smallest unit of the basket's currency. */
export interface Item {
  readonly ware: Ware;
  readonly quantity: number;
  /** Discount on this line. */
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

/** A priced basket. `isInclusive`: prices contain the taxes. */
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
  /** In hundred-thousandths; default: the rate of the town. */
  readonly rate?: number;
  /** Default: none. */
  readonly shipping?: number;
  /** Only for prices without tax. */
  readonly deliveryFee?: number;
}

export const netOf = ({ listed, discount, share, credit }: PricedLine): number => listed - discount - share - credit;

/** The items with their taxes, each line rounded separately. */
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

export const totalOf = (basket: Basket): number =>
  sumOf(basket.lines, netOf) + (basket.shipping?.price ?? 0) + (basket.isInclusive ? 0 : taxOf(basket));

const shelf = (choices: readonly [Ware, ...Ware[]], position: number): Ware => choices[position] ?? choices[0];

/** Items that situations share, so that a reader can check their numbers. */
export const twoKits: Item = { ware: shelf(wares, 0), quantity: 2 };
export const oneScale: Item = { ware: shelf(wares, 2), quantity: 1 };
export const threeCloths: Item = { ware: shelf(wares, 5), quantity: 3 };
export const oneWorkshop: Item = { ware: shelf(wares, 1), quantity: 1 };
export const flourClub: Item = { ware: shelf(plans, 0), quantity: 1 };
export const coffeeClub: Item = { ware: shelf(plans, 1), quantity: 1 };
export const fiveSeats: Item = { ware: shelf(plans, 2), quantity: 5 };

/** Money back for the unused days of a plan. */
export const unused = (item: Item, amount: number): Item => ({
  ware: { ...item.ware, name: `Unused time on ${item.ware.name}`, price: -amount },
  quantity: 1,
});

/** This many lines, each with another price. */
export const manyItems = (count: number): readonly Item[] =>
  Array.from({ length: count }, (_, position) => ({
    ware: { name: `Part ${position + 1}`, product: `prod_SbxPart${position + 1}`, price: 500 + 37 * position },
    quantity: 1 + (position % 3),
  }));

/** An item at another price, in the smallest unit of another currency. */
export const priced = (item: Item, price: number): Item => ({ ...item, ware: { ...item.ware, price } });

/** Rates are in hundred-thousandths: 8875 is 8.875 %. */
const whole = 100_000;

/** The tax to be added to an amount, or contained in it; rounded half up. */
const taxOn = (amount: number, rate: number, isInclusive: boolean): number =>
  portion(amount, rate, isInclusive ? whole + rate : whole);

const portion = (amount: number, numerator: number, denominator: number): number =>
  amount < 0
    ? -portion(-amount, numerator, denominator)
    : quotient(2 * amount * numerator + denominator, 2 * denominator);

/*
 * Amounts of the sample are whole numbers of Stripe's smallest unit, as Stripe itself writes them. Nothing here leaves
 * the whole numbers: a quotient is taken without its remainder.
 */

const quotient = (dividend: number, divisor: number): number => (dividend - (dividend % divisor)) / divisor;
