import type { Place } from '../place.ts';

/** A charge of a simulated Stripe account, as Stripe knows it. Money in minor units, times in milliseconds since 1970. */
export interface Charge {
  readonly id: string;
  readonly createdAt: number;
  readonly visibleAt: number;
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly amount: bigint;
  /** A part of the amount, sent in the metadata. */
  readonly tax: bigint;
  readonly shipTo: Place;
  /** Given back wholly, and when. */
  readonly refund: { readonly id: string; readonly at: number } | null;
  /** The Shopify order that it pays; null for a separate sale. */
  readonly order: { readonly id: string; readonly shopId: string } | null;
}

/** Something that happened to a charge. */
export interface ChargeEvent {
  readonly id: string;
  readonly type: 'charge.succeeded' | 'charge.updated' | 'charge.refunded';
  readonly chargeId: string;
  readonly at: number;
  readonly visibleAt: number;
}
