import { basketOf, taxOf, totalOf } from '../../objects/basket.ts';
import { checkedOut } from '../../objects/checked-out.ts';
import type { Ground } from '../../objects/ground.ts';
import { chargeOf } from '../../objects/charge.ts';
import { paymentOf } from '../../objects/payment.ts';
import type { Json, StripeObject } from '../../objects/stripe-object.ts';
import { oneWorkshop, twoKits } from '../baskets.ts';
import type { Situation } from '../situation.ts';

const connected = 'acct_1SbxConnected';

const forAnother = (name: string, both: Json): Situation => ({
  name,
  objects: (ground) => paymentOf(ground, 25_000, { both, charge: { description: 'Marketplace sale' } }),
});

const managed = (ground: Ground): readonly StripeObject[] => {
  const basket = basketOf(ground, [oneWorkshop]);
  return paymentOf(ground, totalOf(basket), {
    intent: {
      amount_details: { tax: { total_tax_amount: taxOf(basket) }, tip: {} },
      managed_payments: { enabled: true },
    },
  });
};

export const sellerSituations: readonly Situation[] = [
  forAnother('direct charge of a platform', { application: 'ca_SbxPlatform', application_fee_amount: 500 }),
  forAnother('destination charge', { transfer_data: { destination: connected }, transfer_group: 'group_pi_Sbx' }),
  forAnother('destination charge on behalf of the connected account', {
    on_behalf_of: connected,
    transfer_data: { destination: connected },
  }),
  forAnother('separate charge and transfers', { transfer_group: 'ORDER_100' }),
  {
    name: "arrival of another account's charge",
    objects: (ground) => [
      chargeOf(ground, 18_000, { id: ground.id('py'), payment_intent: null, source_transfer: ground.id('tr') }),
    ],
  },
  {
    name: 'session for which a connected account owes the tax',
    objects: (ground) =>
      checkedOut(ground, basketOf(ground, [oneWorkshop]), {
        session: {
          automatic_tax: { enabled: true, liability: { account: connected, type: 'account' }, status: 'complete' },
        },
      }),
  },
  {
    name: 'session whose tax Stripe remits',
    objects: (ground) =>
      checkedOut(ground, basketOf(ground, [twoKits]), {
        session: { managed_payments: { enabled: true } },
        payment: { intent: { managed_payments: { enabled: true } } },
      }),
  },
  { name: 'bare payment whose tax Stripe remits', objects: managed },
];
