/** What the tables of situations share: their type, a few lines with round numbers, and days after the sale. */
import { day } from '../sample-size.ts';
import type { Recipe, RecipeLine, RecipeShipping } from '../recipe.ts';
import { lineOf, products } from '../products.ts';

/** Situations of real shops, by name, and what each changes in an ordinary order. */
export type Situations = Readonly<Record<string, (ordinary: Recipe) => Partial<Recipe>>>;

/** This many days after the sale, but never after the end of the sample; in ms. */
export const daysAfter = ({ soldAt, sampleEnd }: Recipe, days: number): number =>
  Math.min(soldAt + days * day, sampleEnd - 3_600_000);

const shelf = (sku: string): RecipeLine => lineOf(products.find((one) => one.sku === sku) ?? products[0], 1);

/** Lines and charges that situations share, so that a reader can check their numbers. */
export const twoMugs: RecipeLine = { ...shelf('MUG-01'), quantity: 2 };
export const onePan: RecipeLine = shelf('PAN-10');
export const oneThrow: RecipeLine = shelf('THR-07');
export const threeCarafes: RecipeLine = { ...shelf('CRF-06'), quantity: 3 };
export const standardShipping: RecipeShipping = { title: 'Standard', price: 795n, discount: 0n };

export const noDiscount = { orderDiscount: 0n, discountCodes: [] };

export const giftCard = (amount: bigint): RecipeLine => ({
  ...shelf('MUG-01'),
  kind: 'gift card',
  title: 'Gift card',
  sku: null,
  productType: 'Gift card',
  unitPrice: amount,
  taxable: false,
  requiresShipping: false,
});

export const tip = (amount: bigint): RecipeLine => ({
  ...giftCard(amount),
  kind: 'tip',
  title: 'Tip',
  productType: '',
});
