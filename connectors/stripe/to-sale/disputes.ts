import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import type { Adjustment } from '../../../src/domain/run.ts';
import type { Amendment, Refund } from '../../../src/mapping/sale.ts';
import type { Dispute } from '../records/dispute.ts';
import { shownCode } from '../records/codec.ts';
import { sum } from '../../../src/domain/money.ts';
import { allocateWhole, type StripeMoney } from './amounts.ts';
import type { PaidPart } from './credit-notes.ts';
import { type SaleAmounts, totalOf } from './lines.ts';
import { byDate, fullRefund, minus, partialRefund, returnedBy, shareOf, wholeOf } from './refunds.ts';

const messages: Readonly<Record<string, string>> = {
  won: 'the dispute was won; the money came back',
  lost: 'the dispute was lost; the bank took the money back',
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

/**
 * Whether the bank disputes in another currency than that of the sale: how much of the sale that is, Stripe does not state.
 */
const isInOtherCurrency = ({ code }: StripeMoney['currency'], { currency }: Dispute): boolean =>
  currency !== null && currency.toUpperCase() !== code;

/** A dispute moves money without a refund, and reverses no tax by itself: it is listed. A lost one is an amendment as well. */
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

/** A lost dispute in another currency: held, with no parts. */
const unclearDispute = ({ id, created }: Dispute): Amendment => ({
  kind: 'dispute',
  id,
  occurredAt: instantOfUnixSeconds(created ?? 0),
  isSettled: true,
  lines: [],
  shipping: { amount: 0n, tax: 0n },
  adjustment: { amount: 0n, tax: 0n },
  total: 0n,
  message: `dispute ${id} was lost, and its amount is in another currency than the sale`,
  isUnclear: true,
});

/** Lost disputes as separate later changes: the bank took the money back. */
export const lostDisputesOf = (
  amounts: SaleAmounts,
  money: Pick<StripeMoney, 'step' | 'currency'>,
  refunds: readonly Refund[],
  disputes: readonly Dispute[],
): readonly Amendment[] => {
  const left = minus(wholeOf(amounts), returnedBy(refunds));
  let before = 0n;
  return disputes
    .filter(({ status }) => status === 'lost')
    .toSorted(byDate)
    .map((dispute) => {
      if (isInOtherCurrency(money.currency, dispute)) return unclearDispute(dispute);
      const total = dispute.amount ?? 0n;
      const share = shareOf(money, left, before, total);
      const isAll = refunds.length === 0 && total === totalOf(amounts);
      before += total;
      return {
        kind: 'dispute',
        id: dispute.id,
        occurredAt: instantOfUnixSeconds(dispute.created ?? 0),
        isSettled: true,
        ...(isAll ? fullRefund(amounts) : partialRefund(share)),
        total,
        message: `dispute ${dispute.id} was lost: the bank took the money back`,
      };
    });
};
