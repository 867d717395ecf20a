/*
 * Amounts of the sample are whole numbers of Stripe's smallest unit, as Stripe itself writes them. Nothing here leaves
 * the whole numbers: a quotient is taken without its remainder.
 */

const quotient = (dividend: number, divisor: number): number => (dividend - (dividend % divisor)) / divisor;

const portion = (amount: number, numerator: number, denominator: number): number =>
  amount < 0
    ? -portion(-amount, numerator, denominator)
    : quotient(2 * amount * numerator + denominator, 2 * denominator);

/** Rates are in hundred-thousandths: 8875 is 8.875 %. */
const whole = 100_000;

/** The tax that comes on top of an amount, or that the amount contains; rounded half up. */
export const taxOn = (amount: number, rate: number, isInclusive: boolean): number =>
  portion(amount, rate, isInclusive ? whole + rate : whole);

export const sumOf = <A>(items: readonly A[], amount: (item: A) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0);
