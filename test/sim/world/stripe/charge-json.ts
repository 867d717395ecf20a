import { decimal } from '../decimal.ts';
import { street } from '../place.ts';
import type { Charge, ChargeEvent } from './charge.ts';

type Json = Readonly<Record<string, unknown>>;

const seconds = (at: number): number => Math.floor(at / 1_000);

const metadataOf = ({ tax, order }: Charge): Json => ({
  tax: decimal('USD', tax),
  ...(order !== null && { order_id: order.id, shop_id: order.shopId, shop_name: 'Sample', order_transaction_id: '1' }),
});

/** A charge as Stripe's API writes it, as far as a sale is made of it. */
export const chargeJson = (charge: Charge): Json => {
  const { id, createdAt, status, amount, shipTo, refund } = charge;
  const address = {
    line1: street,
    line2: null,
    city: shipTo.city,
    state: shipTo.state,
    postal_code: shipTo.zip,
    country: 'US',
  };
  const refunds = refund === null ? [] : [refundJson(charge, refund)];
  return {
    id,
    object: 'charge',
    status,
    captured: true,
    refunded: refund !== null,
    disputed: false,
    created: seconds(createdAt),
    currency: 'usd',
    livemode: true,
    amount: Number(amount),
    amount_captured: Number(amount),
    payment_intent: null,
    refunds: { object: 'list', data: refunds, has_more: false },
    description: 'Payment',
    metadata: metadataOf(charge),
    shipping: { address },
    billing_details: { address },
  };
};

const refundJson = ({ id: charge, amount }: Charge, { id, at }: NonNullable<Charge['refund']>): Json => ({
  id,
  object: 'refund',
  amount: Number(amount),
  status: 'succeeded',
  reason: null,
  created: seconds(at),
  charge,
});

/** An event as Stripe lists it, and as it comes by webhook. */
export const eventJson = ({ id, type, chargeId, at }: ChargeEvent): Json => ({
  id,
  object: 'event',
  type,
  created: seconds(at),
  livemode: true,
  data: { object: { id: chargeId, object: 'charge' } },
});
