import { flag, nullable, object, reference, text } from './codec.ts';

/** Stripe Tax on a session or an invoice: whether it worked, and which account has to remit. */
export const AutomaticTax = object('AutomaticTax', {
  enabled: flag,
  status: text,
  liability: nullable(object('Liability', { type: text, account: reference })),
});
