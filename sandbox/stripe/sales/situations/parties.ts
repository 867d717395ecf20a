/**
 * Sample Stripe sales of special parties: platforms and connected accounts, exempt buyers, tax that Stripe remits, missing
 * addresses.
 */
import { basketOf, taxOf, totalOf, oneWorkshop, twoKits, oneScale } from '../../objects/basket.ts';
import { checkedOut } from '../../objects/checkout-session.ts';
import {
  type Ground,
  type Json,
  type Situations,
  type Objects,
  addressIn,
  billedTo,
  blankAddress,
  noPerson,
  onlyZip,
  sentTo,
} from '../../objects/ground.ts';
import { chargeOf, paymentOf } from '../../objects/payment.ts';
import { townIn } from '../../../shopify/orders/us-places.ts';

const connected = 'acct_1SbxConnected';

const forAnother =
  (both: Json): Objects =>
  (ground) =>
    paymentOf(ground, 25_000, { both, charge: { description: 'Marketplace sale' } });

const amount = 7700;

const exempt =
  (status: 'exempt' | 'reverse', address: (ground: Ground) => Json): Objects =>
  (ground) =>
    checkedOut(ground, basketOf(ground, [twoKits], { rate: 0 }), {
      session: { customer_details: { ...noPerson, address: address(ground), tax_exempt: status, tax_ids: [] } },
    });

const berlin: Json = {
  line1: '1 CANARY_ADDR St',
  line2: null,
  city: 'Berlin',
  state: null,
  postal_code: '10115',
  country: 'DE',
};

export const partySituations: Situations = {
  'direct charge of a platform': forAnother({ application: 'ca_SbxPlatform', application_fee_amount: 500 }),
  'destination charge': forAnother({ transfer_data: { destination: connected }, transfer_group: 'group_pi_Sbx' }),
  'destination charge on behalf of the connected account': forAnother({
    on_behalf_of: connected,
    transfer_data: { destination: connected },
  }),
  'separate charge and transfers': forAnother({ transfer_group: 'ORDER_100' }),
  "arrival of another account's charge": (ground) => [
    chargeOf(ground, 18_000, { id: ground.id('py'), payment_intent: null, source_transfer: ground.id('tr') }),
  ],
  'session for which a connected account owes the tax': (ground) =>
    checkedOut(ground, basketOf(ground, [oneWorkshop]), {
      session: {
        automatic_tax: { enabled: true, liability: { account: connected, type: 'account' }, status: 'complete' },
      },
    }),
  'session whose tax Stripe remits': (ground) =>
    checkedOut(ground, basketOf(ground, [twoKits]), {
      session: { managed_payments: { enabled: true } },
      payment: { intent: { managed_payments: { enabled: true } } },
    }),
  'bare payment whose tax Stripe remits': (ground) => {
    const basket = basketOf(ground, [oneWorkshop]);
    return paymentOf(ground, totalOf(basket), {
      intent: {
        amount_details: { tax: { total_tax_amount: taxOf(basket) }, tip: {} },
        managed_payments: { enabled: true },
      },
    });
  },
  'exempt buyer': exempt('exempt', ({ town }) => addressIn(town)),
  'buyer who owes the tax instead': exempt('reverse', () => berlin),
  'session with a blank address': (ground) =>
    checkedOut(ground, basketOf(ground, [oneScale], { rate: 0 }), {
      session: { customer_details: { ...noPerson, address: blankAddress, tax_exempt: 'none' } },
      payment: { charge: { billing_details: billedTo(blankAddress) } },
    }),
  'charge without an address': (ground) =>
    paymentOf(ground, amount, { charge: { billing_details: { ...noPerson, address: null } } }),
  'charge with a ZIP only': (ground) =>
    paymentOf(ground, amount, { charge: { billing_details: billedTo(onlyZip(ground.town.place.zip)) } }),
  'payment with a ZIP in its details only': (ground) =>
    paymentOf(ground, amount, {
      charge: { billing_details: { ...noPerson, address: null } },
      intent: {
        amount_details: { shipping: { amount: 700, to_postal_code: ground.town.place.zip }, tip: {} },
      },
    }),
  'sent to another state than billed to': (ground) =>
    paymentOf(ground, amount, {
      both: { shipping: sentTo(addressIn(townIn('TX'))) },
      charge: { billing_details: billedTo(addressIn(townIn('NY'))) },
    }),
};
