/**
 * Events after which a sale may read otherwise than before. One list for the endpoint that receives them and for the feed
 * that is asked for them; the feed takes 20 at most (docs.stripe.com/api/events/list).
 *
 * `charge.refund.updated` is what accounts on versions before 2024-10-28 have instead of `refund.updated`. What goes with
 * another event of the list at the same time is left out: `invoice.payment_succeeded`, `charge.dispute.funds_withdrawn`.
 */
export const eventTypes = [
  'charge.succeeded',
  'charge.captured',
  'charge.updated',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'credit_note.created',
  'credit_note.updated',
  'credit_note.voided',
  'invoice.finalized',
  'invoice.paid',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'invoice_payment.paid',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
] as const;
