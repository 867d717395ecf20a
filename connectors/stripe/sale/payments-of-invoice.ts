import type { Invoice } from '../records/invoice.ts';

/** What paid an invoice, or a part of it. */
export interface InvoicePaid {
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
    return invoice.payments.data.flatMap(({ status, amount_paid, payment }) => {
      const id = payment?.payment_intent ?? payment?.charge ?? null;
      return id === null || status !== 'paid' ? [] : [{ id, amount: amount_paid }];
    });
  }
  const id = invoice.payment_intent ?? invoice.charge;
  return id === null || invoice.status !== 'paid' || invoice.amount_paid === 0n ? [] : [{ id, amount: null }];
};
