import { allocate, type MinorUnits } from '../domain/money.ts';
import type { TransactionLine } from '../domain/transaction.ts';

/** A line before its total is told as unit price × quantity. */
export interface WholeLine {
  readonly id: string;
  readonly productName: string;
  readonly productSku: string | null;
  /** A whole number, at least 1. */
  readonly quantity: number;
  /** The whole quantity, without tax, before discounts. Negative when the line gives money back. */
  readonly total: MinorUnits;
  /** Never negative. */
  readonly discount: MinorUnits;
  readonly taxCode?: string;
  readonly tags?: readonly string[];
}

const part = (
  line: WholeLine,
  suffix: string,
  quantity: number,
  amount: MinorUnits,
  discount: MinorUnits,
): TransactionLine => ({
  id: `${line.id}${suffix}`,
  productName: line.productName,
  productSku: line.productSku,
  quantity,
  amount,
  discount,
  ...(line.taxCode !== undefined && { taxCode: line.taxCode }),
  ...(line.tags !== undefined && { tags: line.tags }),
});

/**
 * Tells a line's total as price of one unit × quantity. What does not divide becomes two lines that do, the discount
 * shared in proportion: 10.00 for 3 is 2 × 3.33 and 1 × 3.34. A negative total keeps its price positive and turns its
 * quantity negative, as on a refund.
 */
export const splitLine = (line: WholeLine): readonly TransactionLine[] => {
  const sign = line.total < 0n ? -1 : 1;
  const total = line.total < 0n ? -line.total : line.total;
  const quantity = BigInt(line.quantity);
  const unit = total / quantity;
  const dearer = total % quantity;
  if (dearer === 0n) return [part(line, '', sign * line.quantity, unit, line.discount)];
  const cheaper = quantity - dearer;
  const [first = 0n, second = 0n] = allocate(line.discount, [unit * cheaper, (unit + 1n) * dearer]);
  return [
    part(line, '', sign * Number(cheaper), unit, first),
    part(line, '-b', sign * Number(dearer), unit + 1n, second),
  ];
};
