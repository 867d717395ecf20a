/** Decides whether an invoice, a session or the charge itself is the sale of a payment, so that it is sent exactly once. */
import type { Invoice, InvoicePayment } from '../records/invoice.ts';
import type { Charge } from '../records/charge.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';

interface PaymentOfInvoice extends Pick<Attachment, 'attachedAt'> {
  /** `pi_…`, or `ch_…` for a charge without a payment intent. */
  readonly id: string;
  /** How much of this invoice it paid, in Stripe's units; null when the object's version does not state it. */
  readonly amount: bigint | null;
}

/**
 * The payments that really paid an invoice. Empty for an invoice that needed no payment: zero, paid out of band, or from a
 * balance. An open payment intent that was never paid is not among them.
 */
export const paymentsOf = (invoice: Invoice): readonly PaymentOfInvoice[] => {
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

/** An invoice to which a payment was attached. */
export interface Attachment {
  readonly invoiceId: string;
  /** Whether the payment has paid a part of the invoice already. */
  readonly isPaid: boolean;
  /** See `attachedAtOf`. */
  readonly attachedAt: number | null;
}

/** The payment of an invoice payment; null when it was detached, or was not made through Stripe. */
export const attachmentOf = (paid: InvoicePayment): (Attachment & { readonly paymentId: string }) | null => {
  const paymentId = paymentIdIn(paid);
  if (paymentId === null || paid.invoice === null || paid.status === 'canceled') return null;
  return { paymentId, invoiceId: paid.invoice, isPaid: paid.status === 'paid', attachedAt: attachedAtOf(paid) };
};

/**
 * The owner of a charge. Since version 2025-03-31 a charge names neither its invoice nor its session.
 *
 * - `invoice`: the sale is the invoice; the id is null when only the charge's receipt shows it
 * - `session`: the sale is the charge, with the session's lines
 * - `perhaps an invoice`, `perhaps a session`: must be looked up
 * - `itself`: the charge alone is the sale
 */
export type Owner =
  | { readonly kind: 'invoice'; readonly invoiceId: string | null }
  | { readonly kind: 'session'; readonly session: CheckoutSession }
  | { readonly kind: 'perhaps an invoice' | 'perhaps a session' | 'itself' };

/** Stripe writes these itself on charges of invoices. */
export const invoiceDescriptions: ReadonlySet<string> = new Set([
  'Subscription creation',
  'Subscription update',
  'Payment for Invoice',
]);

/** The id under which invoices and sessions know a charge's payment. */
export const paymentIdOf = ({ id, payment_intent }: Charge): string => payment_intent?.id ?? id;

/** Records that were read in bulk, by payment (`pi_…`, or `ch_…` for a charge without a payment intent). */
interface KnownOwners {
  readonly invoiceOf: (paymentId: string) => string | undefined;
  readonly sessionOf: (paymentId: string) => CheckoutSession | undefined;
}

/**
 * Payment methods that the customer may complete days after the checkout: a voucher, a transfer, or a bank account that must
 * be verified first. The session is then older than the sessions that are read with the charge.
 */
const delayedMethods: ReadonlySet<string> = new Set([
  'ach_credit_transfer',
  'acss_debit',
  'boleto',
  'customer_balance',
  'konbini',
  'multibanco',
  'oxxo',
  'pix',
  'sepa_credit_transfer',
  'us_bank_account',
]);

/**
 * Finds the owner of a charge among known records, else by hints: Stripe makes the receipt of an invoice's charge an invoice
 * receipt, and fills `payment_details.order_reference` with (the first 25 characters of) the id of the invoice or session. A
 * merchant may fill that field too, so it only decides which look-up to make. Older payments leave it blank, so a payment method
 * that takes days is a hint as well.
 */
export const ownerOf = ({ invoiceOf, sessionOf }: KnownOwners, charge: Charge): Owner => {
  const intent = charge.payment_intent?.object ?? null;
  const stated = charge.invoice ?? intent?.invoice ?? invoiceOf(paymentIdOf(charge)) ?? null;
  if (stated !== null) return { kind: 'invoice', invoiceId: stated };
  const session = sessionOf(paymentIdOf(charge));
  if (session !== undefined) {
    return session.invoice === null ? { kind: 'session', session } : { kind: 'invoice', invoiceId: session.invoice };
  }
  if (hasInvoiceReceipt(charge)) return { kind: 'invoice', invoiceId: null };
  if (charge.payment_intent === null) return { kind: 'itself' };
  const hint = intent?.payment_details?.order_reference ?? '';
  if (hint.startsWith('in_') || invoiceDescriptions.has(charge.description ?? ''))
    return { kind: 'perhaps an invoice' };
  const isDelayed = delayedMethods.has(charge.payment_method_details?.type ?? '');
  return { kind: hint.startsWith('cs_') || isDelayed ? 'perhaps a session' : 'itself' };
};

/**
 * Seconds after a payment within which it may be attached to an invoice that then owns it. Attached later, it was
 * already sent as a separate sale and stays one.
 */
export const maxSecondsToAttach = 48 * 3600;

export const isInTime =
  (charge: Charge) =>
  ({ attachedAt }: Pick<Attachment, 'attachedAt'>): boolean =>
    attachedAt === null ||
    hasInvoiceReceipt(charge) ||
    attachedAt - (charge.created ?? attachedAt) <= maxSecondsToAttach;

/**
 * The invoice that owns a charge: among all to which its payment is attached, the first that it paid. Null when the charge itself
 * is the sale. Only a new attachment changes the owner, so every reader finds the same one.
 */
export const owningInvoice = (charge: Charge, attachments: readonly Attachment[]): string | null => {
  const inTime = attachments.filter(isInTime(charge));
  return (inTime.find(({ isPaid }) => isPaid) ?? inTime[0])?.invoiceId ?? null;
};

/** The id under which a payment of an invoice is known: `pi_…`, or `ch_…` for a charge without a payment intent. */
const paymentIdIn = ({ payment }: InvoicePayment): string | null => payment?.payment_intent ?? payment?.charge ?? null;

/**
 * When the merchant attached an existing payment to an invoice, in Unix seconds. Null for the payment that Stripe made
 * for the invoice, which states it, and for a charge without a payment intent, which cannot be attached.
 */
const attachedAtOf = ({ is_default, payment, created }: InvoicePayment): number | null =>
  is_default === false && payment?.payment_intent != null ? created : null;

/** Whether the receipt of a charge is that of an invoice, which Stripe only does for charges of invoices. */
const hasInvoiceReceipt = ({ receipt_url }: Charge): boolean => receipt_url?.includes('/receipts/invoices/') === true;
