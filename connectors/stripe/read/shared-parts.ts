import * as E from 'fp-ts/lib/Either.js';
import { capturedAmount, type Charge } from '../records/charge.ts';
import { CreditNote } from '../records/credit-note.ts';
import { isInForce, type PaidPart } from '../to-sale/credit-notes.ts';
import { wholeListOf } from '../client/whole-list-of.ts';
import { type Invoice, InvoicePayment } from '../records/invoice.ts';
import { paymentIdOf, paymentsOf } from '../to-sale/payment-owner.ts';
import { refundsOfCharge } from '../to-sale/admission.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';

/** Refunded or contested, in whole or in part. */
const hasLostMoney = (charge: Charge): boolean => charge.disputed === true || refundsOfCharge(charge).length > 0;

const isShared = (invoice: Invoice, charge: Charge): boolean => {
  const paid = paymentsOf(invoice).find(({ id }) => id === paymentIdOf(charge))?.amount ?? null;
  return paid !== null && paid < capturedAmount(charge) && hasLostMoney(charge);
};

const inOrder = (a: InvoicePayment, b: InvoicePayment): number =>
  (a.created ?? 0) - (b.created ?? 0) || ((a.id ?? '') < (b.id ?? '') ? -1 : 1);

/** Credit notes show to which invoice a refund belongs; for a dispute they do not. */
const partsOf =
  (api: StripeApi, isRefunded: boolean) =>
  (payments: readonly InvoicePayment[]): Read<readonly PaidPart[]> =>
  async () => {
    const parts: PaidPart[] = [];
    for (const { invoice, amount_paid: amount, status } of payments.toSorted(inOrder)) {
      if (invoice === null || amount === null || status !== 'paid') continue;
      const notes = isRefunded ? await wholeListOf(api, 'credit notes', { invoice }, CreditNote)() : E.right([]);
      if (E.isLeft(notes)) return notes;
      parts.push({ invoiceId: invoice, amount, notes: notes.right.filter(isInForce) });
    }
    return E.right(parts);
  };

/**
 * By the id of a charge that paid more than this invoice, and of which something went back or is contested: what it paid
 * of every invoice. Who has which cent of it is only known with all of them.
 */
export const sharedParts =
  (api: StripeApi) =>
  (invoice: Invoice, charges: readonly Charge[]): Read<ReadonlyMap<string, readonly PaidPart[]>> =>
  async () => {
    const shared = new Map<string, readonly PaidPart[]>();
    for (const charge of charges) {
      if (charge.payment_intent === null || !isShared(invoice, charge)) continue;
      const query = { payment: { type: 'payment_intent' as const, payment_intent: charge.payment_intent.id } };
      const payments = await wholeListOf(api, 'invoice payments', query, InvoicePayment)();
      if (E.isLeft(payments)) return payments;
      const parts = await partsOf(api, refundsOfCharge(charge).length > 0)(payments.right)();
      if (E.isLeft(parts)) return parts;
      if (parts.right.some(({ invoiceId }) => invoiceId === invoice.id)) shared.set(charge.id, parts.right);
    }
    return E.right(shared);
  };
