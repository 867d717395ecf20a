import type { Charge } from '../records/charge.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';

/**
 * What a charge belongs to. Since version 2025-03-31 it names neither its invoice nor its session.
 *
 * - `invoice`: the sale is the invoice, told by itself; the id is null when only the charge's receipt says so
 * - `session`: the sale is the charge, with the session's lines
 * - `perhaps an invoice`, `perhaps a session`: something hints at it; a look-up settles it
 * - `itself`: nothing stands behind it
 */
export type Owner =
  | { readonly kind: 'invoice'; readonly invoiceId: string | null }
  | { readonly kind: 'session'; readonly session: CheckoutSession }
  | { readonly kind: 'perhaps an invoice' | 'perhaps a session' | 'itself' };

/** What was read in bulk, by the payment (`pi_…`, or `ch_…` where there is none). */
export interface KnownOwners {
  readonly invoiceOf: (paymentId: string) => string | undefined;
  readonly sessionOf: (paymentId: string) => CheckoutSession | undefined;
}

/** Stripe writes these itself on charges of invoices. */
const invoiceDescriptions: ReadonlySet<string> = new Set([
  'Subscription creation',
  'Subscription update',
  'Payment for Invoice',
]);

/**
 * Ways to pay that the customer may see through days after the checkout, by voucher, by transfer, or once a bank account
 * is verified: the session is then older than what is read beside the charge.
 */
const paidLater: ReadonlySet<string> = new Set([
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

/** The id under which invoices and sessions know a charge's payment. */
export const paymentIdOf = ({ id, payment_intent }: Charge): string => payment_intent?.id ?? id;

/** Whether Stripe made its receipt that of an invoice, which it does for an invoice's charges only. */
export const hasInvoiceReceipt = ({ receipt_url }: Charge): boolean =>
  receipt_url?.includes('/receipts/invoices/') === true;

/**
 * Finds the owner of a charge in what is known, else in what hints at one: Stripe makes the receipt of an invoice's charge
 * an invoice receipt, and fills `payment_details.order_reference` with (the first 25 characters of) the id of the invoice
 * or session. A merchant may fill that field too, so it decides nothing but which look-up to make. Older payments have it
 * blank, so a way to pay that takes days is a hint as well.
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
  const isPaidLater = paidLater.has(charge.payment_method_details?.type ?? '');
  return { kind: hint.startsWith('cs_') || isPaidLater ? 'perhaps a session' : 'itself' };
};
