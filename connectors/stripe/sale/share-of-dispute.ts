import { sum } from '../../../src/domain/money.ts';
import { allocateWhole } from './allocate-whole.ts';
import type { Dispute } from '../records/dispute.ts';
import type { StripeMoney } from './money.ts';
import type { PaidPart } from './share-of-refunds.ts';

/**
 * The part of a dispute that is one invoice's, where the payment paid several: by largest remainder over what it paid of
 * each, so that the parts add up to the dispute. Amounts in Stripe's units.
 *
 * @param parts of every invoice that the payment paid, in an order that does not depend on the invoice
 * @param captured what was taken; what no invoice has of it has its share as well
 */
export const shareOfDispute = (
  money: Pick<StripeMoney, 'step'>,
  parts: readonly PaidPart[],
  captured: bigint,
  invoiceId: string,
  dispute: Dispute,
): Dispute => {
  const beyond = captured - sum(parts.map(({ amount }) => amount));
  const weights = [...parts.map(({ amount }) => amount), beyond > 0n ? beyond : 0n];
  const shares = allocateWhole(money, dispute.amount ?? 0n, weights);
  const own = parts.map((part, index) => (part.invoiceId === invoiceId ? (shares[index] ?? 0n) : 0n));
  return { ...dispute, amount: sum(own) };
};
