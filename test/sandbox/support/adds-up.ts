import type { Transaction } from '../../../src/domain/transaction.ts';

/** Whether both equations of the service's interface hold, to the last unit. */
export const addsUp = (transaction: Transaction): boolean => {
  const { lines, discount, subtotal, shippingHandling, taxCollected, total } = transaction;
  const goods = lines.reduce((sum, line) => sum + line.amount * BigInt(line.quantity) - line.discount, 0n);
  return goods - discount === subtotal && subtotal + shippingHandling + taxCollected === total;
};
