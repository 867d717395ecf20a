import { sum } from '../../../src/domain/money.ts';
import type { Refund } from '../../../src/mapping/sale.ts';

/** All tax that a refund gives back. */
export const taxBack = ({ lines, shipping, adjustment }: Refund): bigint =>
  sum(lines.map(({ tax }) => tax)) + shipping.tax + adjustment.tax;
