/** Lists the changes of a sale that Stripe took back: failed refunds, voided credit notes and won disputes. */
import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import type { PlatformEvent } from '../../../src/domain/platform-event.ts';
import type { Amendment, Sale, UndoneChange } from '../../../src/mapping/sale.ts';
import type { Charge } from '../records/charge.ts';
import type { CreditNote } from '../records/credit-note.ts';
import type { Dispute } from '../records/dispute.ts';
import type { StripeRefund } from '../records/refund.ts';
import type { Invoice } from '../records/invoice.ts';
import { isOfSale } from './disputes.ts';
import { isRefund } from './refunds.ts';

export const voidedNote = ({ id, voided_at: voidedAt }: CreditNote): PlatformEvent => ({
  id: null,
  occurredAt: instantOrNull(voidedAt),
  message: `Credit note ${id} was voided`,
});

/** The event that took back a payment which had succeeded; undefined for a payment that never did. */
export const failedCharge = ({ id, failure_balance_transaction: booked }: Charge): PlatformEvent | undefined =>
  booked === null
    ? undefined
    : { id: booked, occurredAt: null, message: `Payment ${id} failed after it had succeeded` };

export const voidedInvoice = ({ id, status, status_transitions: at }: Invoice): PlatformEvent | undefined =>
  status === 'void'
    ? { id: null, occurredAt: instantOrNull(at?.voided_at ?? null), message: `Invoice ${id} was voided` }
    : undefined;

/** How often the bank took the money of a dispute and gave all of it back. */
interface Turns {
  readonly won: readonly PlatformEvent[];
  /** The latest withdrawal after all money had been given back, if there was one. */
  readonly lostAgain: PlatformEvent | undefined;
}

/** A lost dispute gives back a part that was refunded before, so it is only won when the bank keeps no money. */
export const turnsOf = ({ id, status, balance_transactions: all }: Dispute): Turns => {
  const moved = (all ?? []).filter(isOfSale).toSorted((a, b) => (a.created ?? 0) - (b.created ?? 0));
  const won: PlatformEvent[] = [];
  let [taken, lostAgain]: [bigint, PlatformEvent | undefined] = [0n, undefined];
  for (const { id: booked, amount, created } of moved) {
    const before = taken;
    taken -= amount ?? 0n;
    const event = { id: booked, occurredAt: instantOrNull(created) };
    if (before > 0n && taken <= 0n) won.push({ ...event, message: `Dispute ${id} was won` });
    if (before <= 0n && taken > 0n && won.length > 0) lostAgain = { ...event, message: `Dispute ${id} was lost again` };
  }
  if (won.length > 0 || status !== 'won') return { won, lostAgain: status === 'lost' ? lostAgain : undefined };
  return { won: [{ id: null, occurredAt: null, message: `Dispute ${id} was won` }], lostAgain: undefined };
};

/** All that Stripe took back of one sale. */
export const undoneOf = (
  refunds: readonly StripeRefund[],
  notes: readonly CreditNote[],
  disputes: readonly Dispute[],
): readonly UndoneChange[] => [
  ...refunds
    .filter((refund) => !isRefund(refund))
    .map((refund): UndoneChange => ({ kind: 'refund', id: refund.id, by: failedRefund(refund) })),
  ...notes
    .filter(({ status }) => status === 'void')
    .map((note): UndoneChange => ({ kind: 'refund', id: note.id, by: voidedNote(note) })),
  ...disputes.flatMap((dispute) =>
    turnsOf(dispute).won.map((by): UndoneChange => ({ kind: 'dispute', id: dispute.id, by })),
  ),
];

/** Whether the key may not read the disputes of a payment. */
export const hiddenDisputes = (
  disputes: readonly Dispute[],
): { readonly hidesDisputes?: NonNullable<Sale['hidesDisputes']> } =>
  disputes.some(({ isHidden }) => isHidden === true) ? { hidesDisputes: true } : {};

/** Lost disputes, each with the event that made it count again after it was won. */
export const withTurns = (amendments: readonly Amendment[], disputes: readonly Dispute[]): readonly Amendment[] =>
  amendments.map((amendment) => {
    const dispute = disputes.find(({ id }) => id === amendment.id);
    const againBy = dispute && turnsOf(dispute).lostAgain;
    return againBy === undefined ? amendment : { ...amendment, againBy };
  });

/*
 * A refund and a payment name the balance transaction that reversed them; its date is read only where it is needed. A dispute has
 * all of its balance transactions. A credit note has the time at which it was voided.
 */

const instantOrNull = (seconds: number | null): PlatformEvent['occurredAt'] =>
  seconds === null ? null : instantOfUnixSeconds(seconds);

/** A refund that failed or was canceled. Its date is that of the balance transaction. */
const failedRefund = ({ id, status, failure_balance_transaction: booked }: StripeRefund): PlatformEvent => ({
  id: booked,
  occurredAt: null,
  message: `Refund ${id} ${status === 'canceled' ? 'was canceled' : 'failed'}`,
});
