import { chargeOf } from './charge.ts';
import type { Ground } from './ground.ts';
import { paymentIntentOf } from './payment-intent.ts';
import type { Json, StripeObject } from './stripe-object.ts';

export interface PaymentOptions {
  /** On the charge and the payment alike: currency, metadata, shipping, transfers. */
  readonly both?: Json;
  readonly charge?: Json;
  readonly intent?: Json;
  readonly ordinal?: number;
}

/** A payment with the one charge that it succeeded by. */
export const paymentOf = (ground: Ground, amount: number, options: PaymentOptions = {}): readonly StripeObject[] => {
  const { both = {}, charge = {}, intent = {}, ordinal = 0 } = options;
  return [
    paymentIntentOf(ground, amount, { ...both, ...intent }, ordinal),
    chargeOf(ground, amount, { ...both, ...charge }, ordinal),
  ];
};
