import type { Ground } from './ground.ts';
import type { StripeObject } from './stripe-object.ts';

export interface InvoicePaid {
  readonly invoice: string;
  readonly amount: number;
  readonly paymentIntent: string;
  readonly currency?: string;
  readonly ordinal?: number;
}

/** What one payment paid of one invoice. It is made when the invoice is made final. */
export const invoicePaymentOf = (
  ground: Ground,
  { invoice, amount, paymentIntent, currency = 'usd', ordinal = 0 }: InvoicePaid,
): StripeObject => ({
  id: ground.id('inpay', ordinal),
  object: 'invoice_payment',
  amount_paid: amount,
  amount_requested: amount,
  created: ground.soldAt - 3600,
  currency,
  invoice,
  is_default: ordinal === 0,
  livemode: ground.isLive,
  payment: { payment_intent: paymentIntent, type: 'payment_intent' },
  status: 'paid',
  status_transitions: { canceled_at: null, paid_at: ground.soldAt },
});
