import * as E from 'fp-ts/lib/Either.js';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { wholeListOf } from '../client/whole-list-of.ts';
import { CheckoutSession } from '../records/checkout-session.ts';
import { wholeSession } from './whole-session.ts';

/** The session of a payment or a subscription, if it was made by one: the completed one, else the one under way. */
export const findSession =
  (api: StripeApi) =>
  (by: { readonly payment_intent: string } | { readonly subscription: string }): Read<CheckoutSession | null> =>
  async () => {
    const query = { ...by, expand: ['data.line_items'] };
    const sessions = await wholeListOf(api, 'checkout sessions', query, CheckoutSession)();
    if (E.isLeft(sessions)) return sessions;
    const ofStatus = (wanted: string): CheckoutSession | undefined =>
      sessions.right.find(({ status }) => status === wanted);
    const session = ofStatus('complete') ?? ofStatus('open');
    return session === undefined ? E.right(null) : wholeSession(api)(session)();
  };
