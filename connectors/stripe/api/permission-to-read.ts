const permissions: Readonly<Record<string, string>> = {
  charges: 'rak_charge_read',
  charge: 'rak_charge_read',
  refunds: 'rak_charge_read',
  refund: 'rak_charge_read',
  'payment intent': 'rak_payment_intent_read',
  'amount details': 'rak_payment_intent_read',
  'checkout sessions': 'rak_checkout_session_read',
  'checkout session': 'rak_checkout_session_read',
  'session lines': 'rak_checkout_session_read',
  invoices: 'rak_invoice_read',
  invoice: 'rak_invoice_read',
  'invoice lines': 'rak_invoice_read',
  'invoice payments': 'rak_invoice_read',
  'invoice payment': 'rak_invoice_read',
  'credit notes': 'rak_credit_note_read',
  'credit note': 'rak_credit_note_read',
  'credit note lines': 'rak_credit_note_read',
  disputes: 'rak_dispute_read',
  dispute: 'rak_dispute_read',
  events: 'rak_event_read',
  'webhook endpoints': 'rak_webhook_write',
};

/** The permission that a read needs, as Stripe's own 403 calls it; for answers that do not say. */
export const permissionToRead = (what: string): string => permissions[what] ?? `to read ${what}`;
