import { basketOf } from '../../objects/basket.ts';
import { checkedOut } from '../../objects/checked-out.ts';
import type { Ground } from '../../objects/ground.ts';
import { paymentOf } from '../../objects/payment.ts';
import { addressIn, billedTo, blankAddress, noPerson, onlyZip, sentTo } from '../../objects/people.ts';
import { townIn } from '../../../shopify/orders/town-in.ts';
import type { Json } from '../../objects/stripe-object.ts';
import { oneScale, twoKits } from '../baskets.ts';
import type { Situation } from '../situation.ts';

const amount = 7700;

const exempt = (name: string, status: 'exempt' | 'reverse', address: (ground: Ground) => Json): Situation => ({
  name,
  objects: (ground) =>
    checkedOut(ground, basketOf(ground, [twoKits], { rate: 0 }), {
      session: { customer_details: { ...noPerson, address: address(ground), tax_exempt: status, tax_ids: [] } },
    }),
});

const berlin: Json = {
  line1: '1 CANARY_ADDR St',
  line2: null,
  city: 'Berlin',
  state: null,
  postal_code: '10115',
  country: 'DE',
};

export const buyerAndPlaceSituations: readonly Situation[] = [
  exempt('exempt buyer', 'exempt', ({ town }) => addressIn(town)),
  exempt('buyer who owes the tax instead', 'reverse', () => berlin),
  {
    name: 'session with a blank address',
    objects: (ground) =>
      checkedOut(ground, basketOf(ground, [oneScale], { rate: 0 }), {
        session: { customer_details: { ...noPerson, address: blankAddress, tax_exempt: 'none' } },
        payment: { charge: { billing_details: billedTo(blankAddress) } },
      }),
  },
  {
    name: 'charge without an address',
    objects: (ground) => paymentOf(ground, amount, { charge: { billing_details: { ...noPerson, address: null } } }),
  },
  {
    name: 'charge with a ZIP only',
    objects: (ground) =>
      paymentOf(ground, amount, { charge: { billing_details: billedTo(onlyZip(ground.town.place.zip)) } }),
  },
  {
    name: 'payment with a ZIP in its details only',
    objects: (ground) =>
      paymentOf(ground, amount, {
        charge: { billing_details: { ...noPerson, address: null } },
        intent: {
          amount_details: { shipping: { amount: 700, to_postal_code: ground.town.place.zip }, tip: {} },
        },
      }),
  },
  {
    name: 'sent to another state than billed to',
    objects: (ground) =>
      paymentOf(ground, amount, {
        both: { shipping: sentTo(addressIn(townIn('TX'))) },
        charge: { billing_details: billedTo(addressIn(townIn('NY'))) },
      }),
  },
];
