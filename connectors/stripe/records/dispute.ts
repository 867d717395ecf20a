import * as t from 'io-ts';
import { amount, object, reference, text, unixSeconds } from './codec.ts';

/** A payment that the buyer's bank contests. A lost one takes the money by a balance transaction, not by a refund. */
export const Dispute = object('Dispute', {
  id: t.string,
  amount,
  currency: text,
  status: text,
  reason: text,
  created: unixSeconds,
  charge: reference,
  payment_intent: reference,
});
export type Dispute = t.TypeOf<typeof Dispute>;
