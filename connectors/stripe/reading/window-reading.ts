import { decodeAs } from '../../../src/core/decode.ts';
import { Charge } from '../records/charge.ts';
import { CheckoutSession } from '../records/checkout-session.ts';
import { descending, type Descending, type Span } from './descending.ts';
import { Invoice } from '../records/invoice.ts';
import { paymentsOf } from '../sale/payments-of-invoice.ts';
import type { StripeApi } from '../api/stripe-api.ts';

/**
 * A window while it is read: its lists side by side, newest first, and what joins them. Only a stretch of each list is in
 * memory. Losing it costs reading that stretch again, nothing else: where to go on is the cursor's alone.
 */
export interface WindowReading {
  readonly charges: Descending<Charge>;
  readonly sessions: Descending<CheckoutSession>;
  readonly invoices: Descending<Invoice>;
  readonly sessionOfPayment: ReadonlyMap<string, CheckoutSession>;
  readonly sessionOfInvoice: ReadonlyMap<string, CheckoutSession>;
  readonly invoiceOfPayment: ReadonlyMap<string, string>;
  /** Charges of invoices that are still to come: an invoice is older than its charges. */
  readonly seen: Map<string, Charge>;
}

const hour = 3600;

/** A session lives for 24 hours at most, and its charge is made within them. */
export const sessionLookBack = 25 * hour;

/** An invoice is a draft for an hour, and most are paid then. For the others there are hints and look-ups. */
export const invoiceLookBack = 48 * hour;

/** More than these are looked up again when their invoice comes. */
const mostSeen = 5000;

/** Remembers a charge until its invoice comes. */
export const remember = (seen: Map<string, Charge>, paymentId: string, charge: Charge): void => {
  if (seen.size >= mostSeen) {
    const [oldest] = seen.keys();
    if (oldest !== undefined) seen.delete(oldest);
  }
  seen.set(paymentId, charge);
};

/** Starts to read a window from `span.end` downwards. Reads nothing yet. */
export const startReading = (api: StripeApi, { start, end }: Span): WindowReading => {
  const sessionOfPayment = new Map<string, CheckoutSession>();
  const sessionOfInvoice = new Map<string, CheckoutSession>();
  const invoiceOfPayment = new Map<string, string>();
  return {
    sessionOfPayment,
    sessionOfInvoice,
    invoiceOfPayment,
    seen: new Map(),
    charges: descending((query) => api.list('charges', query), decodeAs(Charge), { start, end }, []),
    sessions: descending(
      (query) => api.list('checkout sessions', query),
      decodeAs(CheckoutSession),
      { start: start - sessionLookBack, end },
      ['data.line_items'],
      {
        add: (session) => {
          if (session.payment_intent !== null) sessionOfPayment.set(session.payment_intent, session);
          if (session.invoice !== null) sessionOfInvoice.set(session.invoice, session);
        },
        remove: ({ payment_intent, invoice }) => {
          if (payment_intent !== null) sessionOfPayment.delete(payment_intent);
          if (invoice !== null) sessionOfInvoice.delete(invoice);
        },
      },
    ),
    invoices: descending(
      (query) => api.list('invoices', query),
      decodeAs(Invoice),
      { start: start - invoiceLookBack, end },
      ['data.payments'],
      {
        add: (invoice) => {
          for (const { id } of paymentsOf(invoice)) invoiceOfPayment.set(id, invoice.id);
        },
        remove: (invoice) => {
          for (const { id } of paymentsOf(invoice)) invoiceOfPayment.delete(id);
        },
      },
    ),
  };
};
