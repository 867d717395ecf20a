import type { RecipeLine } from './recipe-line.ts';
import type { RecipeShipping } from './recipe.ts';

/** One tax of an order, as an amount. */
export interface PricedTax {
  readonly title: string;
  /** In hundred-thousandths. */
  readonly rate: number;
  readonly amount: bigint;
  readonly liable: boolean | null;
}

/** What something costs: `charged` is after all discounts, and contains the taxes where prices include them. */
export interface Priced {
  readonly listed: bigint;
  readonly discount: bigint;
  readonly charged: bigint;
  readonly taxes: readonly PricedTax[];
}

export interface PricedLine extends Priced {
  readonly id: string;
  readonly recipe: RecipeLine;
  /** Its share of the order's discount, which `discount` contains. */
  readonly orderShare: bigint;
  /** Given by a later edit; `discount` contains it. */
  readonly laterDiscount: bigint;
  readonly isAddedLater: boolean;
}

export interface PricedShipping extends Priced {
  readonly id: string;
  readonly recipe: RecipeShipping;
}

export const taxOf = ({ taxes }: Pick<Priced, 'taxes'>): bigint => taxes.reduce((sum, { amount }) => sum + amount, 0n);

/** What is paid for it, tax included. */
export const totalOf = (priced: Pick<Priced, 'charged' | 'taxes'>, taxesIncluded: boolean): bigint =>
  taxesIncluded ? priced.charged : priced.charged + taxOf(priced);
