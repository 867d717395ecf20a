import * as t from 'io-ts';
import { amount, isAbsent, isFields, metadata, object, prepared, reference, text, unixSeconds } from './codec.ts';

/** Refunds had no id of their own before the middle of 2014; each is the only one of its balance transaction. */
const withId = (input: unknown): unknown =>
  isFields(input) && isAbsent(input['id']) ? { ...input, id: input['balance_transaction'] } : input;

/** A refund. Stripe does not state the tax in it. */
export const StripeRefund = prepared(
  object('Refund', {
    id: t.string,
    amount,
    status: text,
    reason: text,
    created: unixSeconds,
    /** What booked the money back: it failed, or was canceled. */
    failure_balance_transaction: reference,
    charge: reference,
    payment_intent: reference,
    metadata,
  }),
  withId,
);
export type StripeRefund = t.TypeOf<typeof StripeRefund>;
