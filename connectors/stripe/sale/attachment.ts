import type { InvoicePayment } from '../records/invoice.ts';

/** A payment that was put on an invoice, seen from the payment. */
export interface Attachment {
  readonly invoiceId: string;
  /** Whether it has paid something of the invoice already. */
  readonly isPaid: boolean;
  /** See `attachedAtOf`. */
  readonly attachedAt: number | null;
}

/** The id under which a payment of an invoice is known: `pi_…`, or `ch_…` for a charge without a payment intent. */
export const paymentIdIn = ({ payment }: InvoicePayment): string | null =>
  payment?.payment_intent ?? payment?.charge ?? null;

/**
 * When the merchant put a payment of his own on an invoice, in Unix seconds. Null for the one that Stripe made for the
 * invoice, whose charge says so itself, and for a charge without a payment intent, which nobody can put on one.
 */
export const attachedAtOf = ({ is_default, payment, created }: InvoicePayment): number | null =>
  is_default === false && payment?.payment_intent != null ? created : null;

/** What a payment of an invoice says about its payment; null when it was taken off the invoice, or is no payment of Stripe's. */
export const attachmentOf = (paid: InvoicePayment): (Attachment & { readonly paymentId: string }) | null => {
  const paymentId = paymentIdIn(paid);
  if (paymentId === null || paid.invoice === null || paid.status === 'canceled') return null;
  return { paymentId, invoiceId: paid.invoice, isPaid: paid.status === 'paid', attachedAt: attachedAtOf(paid) };
};
