/** The codec of a dispute: a payment that the buyer's bank contests, with the money that the dispute moved. */
import * as t from 'io-ts';
import { amount, nullable, object, reference, text, unixSeconds } from './codec.ts';

/** Money that a dispute took from the balance (negative) or gave back, without its fee. */
const MoneyMoved = object('BalanceTransaction', {
  id: text,
  amount,
  currency: text,
  created: unixSeconds,
  reporting_category: text,
});

/** A lost dispute takes the money by a balance transaction, not by a refund. */
export const Dispute = object('Dispute', {
  id: t.string,
  amount,
  currency: text,
  status: text,
  reason: text,
  created: unixSeconds,
  charge: reference,
  payment_intent: reference,
  /** Null if the version does not show them. */
  balance_transactions: nullable(t.readonlyArray(MoneyMoved)),
});
/** `isHidden`: the key may not read the dispute, and only the charge shows that it exists. */
export type Dispute = t.TypeOf<typeof Dispute> & { readonly isHidden?: true };
