import { createHmac } from 'node:crypto';
import { signingSecret } from '../../app/signing-secret.ts';
import type { Parcel } from '../courier.ts';
import type { StripeAccount } from './account.ts';
import type { ChargeEvent } from './charge.ts';
import { eventJson } from './charge-json.ts';

/** A webhook about a charge, signed with a secret that is not always the right one, at the time at which it leaves. */
export const stripeWebhook = ({ storefront }: StripeAccount, event: ChargeEvent, secret = signingSecret): Parcel => ({
  storefront,
  deliveryId: event.id,
  isKept: true,
  label: `${storefront} ${event.type} ${event.chargeId}`,
  sign: (at) => {
    const body = JSON.stringify(eventJson(event));
    const stamp = Math.floor(at / 1_000);
    const signature = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex');
    return new Request(`https://host.example/webhooks/${storefront}`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'stripe-signature': `t=${stamp},v1=${signature}`,
      },
    });
  },
});
