import type { Ground } from '../objects/ground.ts';
import type { StripeObject } from '../objects/stripe-object.ts';

/** One thing that happens in real accounts: its name, and the objects that Stripe keeps of it. */
export interface Situation {
  readonly name: string;
  readonly objects: (ground: Ground) => readonly StripeObject[];
}
