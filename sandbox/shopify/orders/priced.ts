/** Prices the lines and shipping of a sample order: discounts, taxes and rounding, as a register computes them. */
import type { RecipeLine, RecipeShipping, Recipe } from './recipe.ts';
import { type Jurisdiction, noTax } from './us-places.ts';

/** One tax of an order, as an amount. */
export interface PricedTax {
  readonly title: string;
  /** In hundred-thousandths. */
  readonly rate: number;
  readonly amount: bigint;
  readonly liable: boolean | null;
}

/** The price of a line or charge: `charged` is after all discounts, and contains the taxes if prices include them. */
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
  /** A discount from a later edit; `discount` contains it. */
  readonly laterDiscount: bigint;
  /** Taxes on its import duty; only US states tax duties. */
  readonly dutyTaxes: readonly PricedTax[];
}

export interface PricedShipping extends Priced {
  readonly id: string;
  readonly recipe: RecipeShipping;
}

export const taxOf = ({ taxes }: Pick<Priced, 'taxes'>): bigint => taxes.reduce((sum, { amount }) => sum + amount, 0n);

/** The amount paid for it, tax included. */
export const totalOf = (priced: Pick<Priced, 'charged' | 'taxes'>, taxesIncluded: boolean): bigint =>
  taxesIncluded ? priced.charged : priced.charged + taxOf(priced);

const whole = 100_000n;

/** The taxes on an amount of at least 0, each rounded separately, whether they are added to the amount or part of it. */
export const taxesOn = (
  { rates }: Jurisdiction,
  charged: bigint,
  taxesIncluded: boolean,
  liable: boolean | null,
): readonly PricedTax[] => {
  const sum = rates.reduce((total, { rate }) => total + rate, 0);
  const base = taxesIncluded ? whole + BigInt(sum) : whole;
  return rates.map(({ title, rate }) => ({ title, rate, liable, amount: divided(charged * BigInt(rate), base) }));
};

/** The price of `count` units of a line, after `from` units: consecutive pieces of a line add up to the whole line. */
export const unitsOf = (line: PricedLine, from: number, count: number): Priced => {
  const quantity = BigInt(line.recipe.quantity);
  const upTo = (amount: bigint, units: number): bigint => (2n * amount * BigInt(units) + quantity) / (2n * quantity);
  const piece = (amount: bigint): bigint => upTo(amount, from + count) - upTo(amount, from);
  return {
    listed: piece(line.listed),
    discount: piece(line.discount),
    charged: piece(line.charged),
    taxes: line.taxes.map((tax) => ({ ...tax, amount: piece(tax.amount) })),
  };
};

/** A line with its share of the order's discount; `isTaxed` is false for lines that an edit adds. */
export const priceLine = (
  recipe: Recipe,
  line: RecipeLine,
  position: number,
  orderShare: bigint,
  isTaxed: boolean,
): PricedLine => {
  const listed = line.unitPrice * BigInt(line.quantity);
  const discount = line.discount + orderShare;
  const charged = listed - discount;
  const jurisdiction = isTaxed && line.taxable && !recipe.isTaxSkipped ? recipe.taxedIn : noTax;
  return {
    id: partId(recipe, position),
    recipe: line,
    listed,
    discount,
    charged,
    orderShare,
    taxes: taxesOn(jurisdiction, charged, recipe.taxesIncluded, recipe.liable.goods),
    laterDiscount: 0n,
    dutyTaxes: isTaxedDuty(recipe, line) ? taxesOn(jurisdiction, line.duty, false, recipe.liable.goods) : [],
  };
};

/** The lines as they were sold. Only goods share the order's discount. */
export const priceLines = (recipe: Recipe): readonly PricedLine[] => {
  const weights = recipe.lines.map(({ kind, unitPrice, quantity, discount }) =>
    kind === 'goods' ? unitPrice * BigInt(quantity) - discount : 0n,
  );
  const shares = spread(recipe.orderDiscount, weights);
  return recipe.lines.map((line, position) => priceLine(recipe, line, position, shares[position] ?? 0n, true));
};

export const priceShipping = (recipe: Recipe): readonly PricedShipping[] =>
  recipe.shipping.map((shipping, position) => {
    const charged = shipping.price - shipping.discount;
    const jurisdiction = recipe.taxedIn.taxesShipping && !recipe.isTaxSkipped ? recipe.taxedIn : noTax;
    const liable = recipe.liable.shipping;
    const taxes = taxesOn(jurisdiction, charged, recipe.taxesIncluded, liable);
    return {
      id: partId(recipe, 900 + position),
      recipe: shipping,
      listed: shipping.price,
      discount: shipping.discount,
      charged,
      taxes: shipping.fee === undefined ? taxes : [...taxes, { ...shipping.fee, rate: 0, liable }],
    };
  });

/** Rounds half up, as a register does. */
const divided = (amount: bigint, by: bigint): bigint => (2n * amount + by) / (2n * by);

const partId = (recipe: Recipe, position: number): string => `${recipe.id}${String(position + 1).padStart(3, '0')}`;

const isTaxedDuty = ({ shipTo }: Recipe, { duty }: RecipeLine): boolean => duty > 0n && shipTo?.countryCode === 'US';

/** Spreads an amount over weights. The first shares get the remaining units, so the shares add up to the amount. */
const spread = (amount: bigint, weights: readonly bigint[]): readonly bigint[] => {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (amount * weight) / sum);
  let rest = amount - shares.reduce((total, share) => total + share, 0n);
  return shares.map((share, index) => {
    if (rest === 0n || weights[index] === 0n) return share;
    rest -= 1n;
    return share + 1n;
  });
};
