import { currencyDigits } from './currency-digits.ts';
import { decimal } from './decimal.ts';
import type { Issue } from './issue.ts';
import type { TransactionShape } from './transaction-shape.ts';

/**
 * What is wrong with the amounts: finer than the currency, or one of the two equations does not hold to the last unit.
 *
 * `subtotal = Σ amount × quantity − Σ line discounts − discount`; `total = subtotal + shippingHandling + taxCollected`.
 */
export const checkAmounts = (transaction: TransactionShape): readonly Issue[] => {
  const digits = currencyDigits(transaction.currency ?? 'USD');
  const issues: Issue[] = [];
  const exact = (path: string, value: number | undefined): bigint => {
    const amount = decimal(value ?? 0, digits);
    if (amount === undefined) issues.push({ path, message: `has more than ${digits} decimals` });
    return amount ?? 0n;
  };
  const goods = transaction.lineItems.reduce((sum, { amount, quantity, discount }, index) => {
    const path = `lineItems.${index}`;
    return sum + exact(`${path}.amount`, amount) * BigInt(quantity) - exact(`${path}.discount`, discount);
  }, 0n);
  const subtotal = goods - exact('discount', transaction.discount);
  const stated = exact('subtotal', transaction.subtotal);
  const total = exact('total', transaction.total);
  const rest =
    exact('shippingHandling', transaction.shippingHandling) + exact('taxCollected', transaction.taxCollected);
  if (transaction.subtotal !== undefined && stated !== subtotal) {
    issues.push({ path: 'subtotal', message: 'is not the sum of the lines without discounts' });
  }
  if (total !== subtotal + rest) {
    issues.push({ path: 'total', message: 'is not subtotal + shippingHandling + taxCollected' });
  }
  return issues;
};
