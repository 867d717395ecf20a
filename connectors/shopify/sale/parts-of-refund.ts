import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Refund } from '../../../src/mapping/sale.ts';

/** What the lines and the shipping of a refund come to, with their tax. */
export const partsOfRefund = ({ lines, shipping }: Pick<Refund, 'lines' | 'shipping'>): MinorUnits =>
  sum(lines.map(({ amount, tax }) => amount + tax)) + shipping.amount + shipping.tax;
