import * as E from 'fp-ts/lib/Either.js';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { wholeListOf } from '../client/whole-list-of.ts';
import type { Charge } from '../records/charge.ts';
import { InvoicePayment } from '../records/invoice.ts';
import { attachmentOf, owningInvoice } from '../to-sale/payment-owner.ts';

/** The invoice that owns a charge, looked up by its payment; null when none does. */
export const findInvoiceId =
  (api: StripeApi) =>
  (charge: Charge): Read<string | null> =>
  async () => {
    if (charge.payment_intent === null) return E.right(null);
    const query = { payment: { type: 'payment_intent' as const, payment_intent: charge.payment_intent.id } };
    const payments = await wholeListOf(api, 'invoice payments', query, InvoicePayment)();
    if (E.isLeft(payments)) return payments;
    return E.right(owningInvoice(charge)(payments.right.flatMap((paid) => attachmentOf(paid) ?? [])));
  };
