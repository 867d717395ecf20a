import * as E from 'fp-ts/lib/Either.js';
import { decoded } from '../client/decoded.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { wholeListOf } from '../client/whole-list-of.ts';
import { Charge, isTaken } from '../records/charge.ts';
import { wholeCharge } from './whole-charge.ts';

/** The charge that a payment succeeded with, if it did. */
export const findCharge =
  (api: StripeApi) =>
  (paymentId: string): Read<Charge | null> =>
  async () => {
    if (!paymentId.startsWith('pi_')) {
      const charge = await decoded(api.retrieve('charge', paymentId), Charge)();
      return E.isLeft(charge) ? charge : wholeCharge(api)(charge.right)();
    }
    const charges = await wholeListOf(api, 'charges', { payment_intent: paymentId }, Charge)();
    if (E.isLeft(charges)) return charges;
    const taken = charges.right.find(isTaken);
    return taken === undefined ? E.right(null) : wholeCharge(api)(taken)();
  };
