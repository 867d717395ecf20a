import { sum } from '../../../src/domain/money.ts';
import type { Sale, TaxAmount } from '../../../src/mapping/sale.ts';

/** What was sold and what it cost, in Stripe's units. Prices are without tax. */
export type Sold = Pick<Sale, 'lines' | 'shipping' | 'orderDiscount' | 'orderTaxes'>;

export const taxIn = (taxes: readonly TaxAmount[]): bigint => sum(taxes.map(({ amount }) => amount));

export const allTaxOf = ({ lines, shipping, orderTaxes }: Sold): bigint =>
  taxIn([...lines, ...shipping].flatMap(({ taxes }) => taxes)) + taxIn(orderTaxes);

/** What all of it comes to, with its taxes. */
export const totalOf = (sold: Sold): bigint =>
  sum(sold.lines.map(({ listed, discount }) => listed - discount)) +
  sum(sold.shipping.map(({ price, discount }) => price - discount)) -
  sold.orderDiscount +
  allTaxOf(sold);
