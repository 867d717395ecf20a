import * as E from 'fp-ts/lib/Either.js';
import { wholeListOf } from '../api/whole-list-of.ts';
import { InvoicePayment } from '../records/invoice.ts';
import type { Read, StripeApi } from '../api/stripe-api.ts';

/**
 * The invoices that a payment paid, where they are several: each of them has its share of what goes back of it, and Stripe
 * rings for the payment alone. Where the key may not read that, the sale of the payment is held, and says so.
 */
export const severalInvoicesOf =
  (api: StripeApi) =>
  (paymentIntent: string): Read<readonly string[]> =>
  async () => {
    const query = { payment: { type: 'payment_intent' as const, payment_intent: paymentIntent } };
    const payments = await wholeListOf(api, 'invoice payments', query, InvoicePayment)();
    if (E.isLeft(payments)) {
      const isOfRecord = ['MissingPermission', 'NoSuchObject', 'Undecodable'].includes(payments.left._tag);
      return isOfRecord ? E.right([]) : payments;
    }
    const paid = payments.right.flatMap(({ invoice, status }) =>
      invoice === null || status !== 'paid' ? [] : [invoice],
    );
    const invoices = [...new Set(paid)];
    return E.right(invoices.length > 1 ? invoices : []);
  };
