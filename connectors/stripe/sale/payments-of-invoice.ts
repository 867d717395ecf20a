import { type Attachment, attachedAtOf, paymentIdIn } from './attachment.ts';
import type { Invoice } from '../records/invoice.ts';

/** What paid an invoice, or a part of it. */
export interface InvoicePaid extends Pick<Attachment, 'attachedAt'> {
  /** `pi_…`, or `ch_…` for a charge without a payment intent. */
  readonly id: string;
  /** How much of this invoice it paid, in Stripe's units; null when the version of the object does not say. */
  readonly amount: bigint | null;
}

/**
 * The payments that really paid an invoice. Empty for one that needed none: zero, paid out of band, or from a balance. An
 * open payment intent that was never paid is none of them.
 */
export const paymentsOf = (invoice: Invoice): readonly InvoicePaid[] => {
  if (invoice.payments !== null) {
    return invoice.payments.data.flatMap((paid) => {
      const id = paymentIdIn(paid);
      return id === null || paid.status !== 'paid'
        ? []
        : [{ id, amount: paid.amount_paid, attachedAt: attachedAtOf(paid) }];
    });
  }
  const id = invoice.payment_intent ?? invoice.charge;
  const isPaid = id !== null && invoice.status === 'paid' && invoice.amount_paid !== 0n;
  return isPaid ? [{ id, amount: null, attachedAt: null }] : [];
};
