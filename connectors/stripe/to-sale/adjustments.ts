import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import type { Adjustment } from '../../../src/domain/run.ts';
import type { Dispute } from '../records/dispute.ts';
import { shownCode } from '../records/codec.ts';
import { sum } from '../../../src/domain/money.ts';
import { allocateWhole, type StripeMoney } from './amounts.ts';
import type { PaidPart } from './credit-notes.ts';
import { isInOtherCurrency } from './refunds.ts';

const messages: Readonly<Record<string, string>> = {
  won: 'the dispute was won; the money came back',
  lost: 'the dispute was lost; the bank took the money back, and the sale keeps its tax',
  warning_closed: 'the inquiry was closed; no money moved',
  prevented: 'the dispute was prevented; no money moved by it',
};

const statusesWithoutLoss: ReadonlySet<string> = new Set([
  'won',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
  'prevented',
]);

/** A dispute moves money without a refund, and reverses no tax by itself: it is listed and changes nothing. */
export const adjustmentOfDispute =
  (currency: StripeMoney['currency']) =>
  (dispute: Dispute): Adjustment => {
    const { id, amount, status, created } = dispute;
    const isInOther = isInOtherCurrency(currency, dispute);
    const message =
      messages[status ?? ''] ?? `the payment is disputed (${status === null ? 'no status' : shownCode(status)})`;
    return {
      kind: 'dispute',
      id,
      occurredAt: instantOfUnixSeconds(created ?? 0),
      currency: currency.code,
      amount: isInOther || statusesWithoutLoss.has(status ?? '') ? 0n : -(amount ?? 0n),
      tax: null,
      sent: false,
      message: isInOther ? `${message}; its amount is in another currency` : message,
    };
  };

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
  const unassigned = captured - sum(parts.map(({ amount }) => amount));
  const weights = [...parts.map(({ amount }) => amount), unassigned > 0n ? unassigned : 0n];
  const shares = allocateWhole(money, dispute.amount ?? 0n, weights);
  const own = parts.map((part, index) => (part.invoiceId === invoiceId ? (shares[index] ?? 0n) : 0n));
  return { ...dispute, amount: sum(own) };
};
