/** The codec of a refund, also in versions whose refunds had no id. */
import * as t from 'io-ts';
import { amount, isAbsent, isFields, metadata, object, prepared, reference, text, unixSeconds } from './codec.ts';

/** Before the middle of 2014 a refund had no id; each is the only refund of its balance transaction. */
const withId = (input: unknown): unknown =>
  isFields(input) && isAbsent(input['id']) ? { ...input, id: input['balance_transaction'] } : input;

/** Stripe does not state the tax in a refund. */
export const StripeRefund = prepared(
  object('Refund', {
    id: t.string,
    amount,
    status: text,
    reason: text,
    created: unixSeconds,
    /** The balance transaction that undid the refund: it failed, or was canceled. */
    failure_balance_transaction: reference,
    charge: reference,
    payment_intent: reference,
    metadata,
  }),
  withId,
);
export type StripeRefund = t.TypeOf<typeof StripeRefund>;
