import { sum } from '../../../src/domain/money.ts';
import type { InvoiceLine } from '../records/invoice.ts';

type Reduced = Pick<InvoiceLine, 'pretax_credit_amounts'>;

/** What a line has less before tax, of one kind: `discount` or `credit_balance_transaction`. */
export const reductionOf = ({ pretax_credit_amounts }: Reduced, type: string): bigint =>
  sum(pretax_credit_amounts.filter((credit) => credit.type === type).map(({ amount }) => amount ?? 0n));

/** Billing credits lower what is taxed, as a discount does, but Stripe does not list them among the discounts. */
export const billingCreditsOf = (line: Reduced): bigint => reductionOf(line, 'credit_balance_transaction');
