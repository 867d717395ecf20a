import { type Basket, totalOf } from './basket.ts';
import type { Ground } from './ground.ts';
import { invoiceOf } from './invoice.ts';
import { invoicePaymentOf } from './invoice-payment.ts';
import { paymentOf, type PaymentOptions } from './payment.ts';
import type { Json, StripeObject } from './stripe-object.ts';

/** How the charge of an invoice differs from any other: it hints at its invoice, and does not name it. */
export const byInvoice = (
  ground: Ground,
  { charge = {}, intent = {}, ...rest }: PaymentOptions = {},
): PaymentOptions => ({
  ...rest,
  charge: {
    description: 'Subscription update',
    receipt_url: 'https://pay.stripe.com/receipts/invoices/sandbox',
    ...charge,
  },
  intent: {
    description: 'Subscription update',
    payment_details: { customer_reference: null, order_reference: ground.id('in') },
    ...intent,
  },
});

export interface BilledOptions {
  readonly invoice?: Json;
  readonly payment?: PaymentOptions;
  /** What was charged, when that is not the whole invoice. */
  readonly charged?: number;
}

/** A basket billed by an invoice and paid by one charge. */
export const billed = (ground: Ground, basket: Basket, options: BilledOptions = {}): readonly StripeObject[] => {
  const { payment = {}, charged = totalOf(basket) } = options;
  const both = { currency: basket.currency, ...payment.both };
  return [
    invoiceOf(ground, basket, { amount_due: charged, amount_paid: charged, ...options.invoice }),
    invoicePaymentOf(ground, {
      invoice: ground.id('in'),
      amount: charged,
      paymentIntent: ground.id('pi'),
      currency: basket.currency,
    }),
    ...paymentOf(ground, charged, byInvoice(ground, { ...payment, both })),
  ];
};
