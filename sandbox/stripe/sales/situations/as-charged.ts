/** Sample Stripe sales that are taxed, charged or shipped in a way that Stripe's totals do not show. */
import { type Basket, basketOf, flourClub, oneScale, priced, sumOf, totalOf, twoKits } from '../../objects/basket.ts';
import { checkedOut, sessionOf } from '../../objects/checkout-session.ts';
import {
  addressIn,
  type Ground,
  groundIn,
  type Json,
  sentTo,
  type Situations,
  type StripeObject,
} from '../../objects/ground.ts';
import { billed, byInvoice, invoiceOf, invoicePaymentOf } from '../../objects/invoice.ts';
import { disputeOf, paymentOf, refundOf } from '../../objects/payment.ts';
import { sampleCalendar } from '../../../shopify/orders/sample-size.ts';
import { oslo, townIn } from '../../../shopify/orders/us-places.ts';

const untaxed: Json = { automatic_tax: { enabled: false, liability: null, provider: null, status: null } };

/** The next month's invoice of a subscription, which has no shipping address. */
const renewalOf = (bought: Ground, basket: Basket): readonly StripeObject[] => {
  const ground = { ...bought, soldAt: bought.daysLater(30) };
  const [invoice, paymentIntent] = [ground.id('in', 1), ground.id('pi', 1)];
  const amount = totalOf(basket);
  const intent = { payment_details: { customer_reference: null, order_reference: invoice } };
  return [
    invoiceOf(ground, basket, { customer_address: addressIn(townIn('NY')) }, 1),
    invoicePaymentOf(ground, { invoice, amount, paymentIntent, ordinal: 1 }),
    ...paymentOf(ground, amount, byInvoice(ground, { ordinal: 1, intent })),
  ];
};

export const asChargedSituations: Situations = {
  'lost dispute of more than a refund had left': (ground) => {
    const basket = basketOf(ground, [twoKits]);
    const total = totalOf(basket);
    const withdrawn: Json = {
      id: ground.id('txn', 70),
      object: 'balance_transaction',
      amount: -total,
      created: ground.daysLater(9),
      currency: 'usd',
      fee: 1500,
      net: -total - 1500,
      reporting_category: 'dispute',
      type: 'adjustment',
    };
    return [
      ...checkedOut(ground, basket, { payment: { charge: { amount_refunded: 2000, disputed: true } } }),
      refundOf(ground, 2000),
      { ...disputeOf(ground, total, 'lost'), balance_transactions: [withdrawn] },
    ];
  },
  'session without a tax, which its metadata has': (ground) => {
    const basket = basketOf(ground, [twoKits], { rate: 0 });
    return checkedOut(ground, basket, { session: { ...untaxed, metadata: { sales_tax: '7.50' } } });
  },
  // 8 cents or 8 dollars: only the setting says which.
  'session whose metadata has a whole number as its tax': (ground) =>
    checkedOut(ground, basketOf(ground, [twoKits], { rate: 0 }), {
      session: { ...untaxed, metadata: { sales_tax: '8' } },
    }),
  'renewal sent to where its checkout was': (anywhere) => {
    const ground = groundIn(townIn('CO'), anywhere);
    const basket = basketOf(ground, [flourClub]);
    return [
      sessionOf(ground, basket, {
        mode: 'subscription',
        invoice: ground.id('in'),
        subscription: ground.id('sub'),
        payment_intent: null,
        collected_information: { shipping_details: sentTo(addressIn(ground.town)) },
      }),
      ...billed(ground, basket, {
        invoice: { billing_reason: 'subscription_create', customer_address: addressIn(townIn('NY')) },
      }),
      ...renewalOf(ground, basket),
    ];
  },
  'session whose tax was sold as a line': (ground) => {
    const goods = basketOf(ground, [twoKits, oneScale], { rate: 0 });
    const price = Math.round((sumOf(goods.lines, ({ listed }) => listed) * ground.rate) / 100_000);
    const tax = { ware: { name: 'Sales tax', product: 'prod_SbxTax', price }, quantity: 1 };
    return checkedOut(ground, basketOf(ground, [twoKits, oneScale, tax], { rate: 0 }), { session: untaxed });
  },
  'invoice in krónur that are no whole ones': (ground) =>
    billed(ground, basketOf(ground, [priced(flourClub, 123_450)], { currency: 'isk', rate: 0 })),
  // Only accounts in test mode have test clocks. This one is two years ahead of the end of the sample.
  'invoice that a test clock dates in the future': (ground) =>
    ground.isLive
      ? []
      : billed(
          { ...ground, soldAt: (ground.shop.calendar ?? sampleCalendar).end / 1000 + 2 * 365 * 86_400 },
          basketOf(ground, [flourClub]),
        ),
  'session sent to a country that the policy leaves out': (anywhere) => {
    const ground = groundIn(oslo, anywhere);
    return checkedOut(ground, basketOf(ground, [twoKits]));
  },
};
