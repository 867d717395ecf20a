import * as E from 'fp-ts/lib/Either.js';
import type { Charge } from '../records/charge.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import { findInvoiceId } from './find-invoice-id.ts';
import type { Invoice } from '../records/invoice.ts';
import { isInTime } from '../sale/invoice-of-charge.ts';
import { paymentIdOf } from '../sale/owner.ts';
import { paymentsOf } from '../sale/payments-of-invoice.ts';
import type { Read, StripeApi } from '../api/stripe-api.ts';

/**
 * The charge of an invoice that is a sale of its own, because it was put on the invoice too late; null when the invoice
 * tells all of its charges. The one of the session that made the invoice is its own whenever it was put on it.
 */
export const toldApart =
  (api: StripeApi) =>
  (invoice: Invoice, charges: readonly Charge[], session: CheckoutSession | null): Read<Charge | null> =>
  async () => {
    for (const charge of charges) {
      const paid = paymentsOf(invoice).find(({ id }) => id === paymentIdOf(charge));
      if (paid === undefined || isInTime(charge)(paid)) continue;
      if (session?.invoice === invoice.id && session.payment_intent === paid.id) continue;
      // Another invoice may tell it, which it was put on in time.
      const teller = await findInvoiceId(api)(charge)();
      if (E.isLeft(teller)) return teller;
      if (teller.right === null) return E.right(charge);
    }
    return E.right(null);
  };
