/** A part of a Stripe object, as it stands in JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** An object of Stripe's with all that it can be expanded by. What a caller did not ask for is left out when it is sent. */
export interface StripeObject extends Json {
  readonly id: string;
  /** `charge`, `checkout.session`, … */
  readonly object: string;
  /** Unix seconds. */
  readonly created: number;
}
