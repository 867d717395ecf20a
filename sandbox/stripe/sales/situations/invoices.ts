/** Sample Stripe sales with special invoices: discounts, prorations, credits, partial payments and credit notes. */
import {
  basketOf,
  type Item,
  taxOf,
  totalOf,
  coffeeClub,
  fiveSeats,
  flourClub,
  manyItems,
  unused,
  sumOf,
  type Basket,
} from '../../objects/basket.ts';
import {
  billed,
  invoiceLine,
  byInvoice,
  invoiceOf,
  invoicePaymentOf,
  creditNoteOf,
  creditTotal,
} from '../../objects/invoice.ts';
import { sessionOf } from '../../objects/checkout-session.ts';
import {
  type Ground,
  addressIn,
  onlyZip,
  sentTo,
  type StripeObject,
  type Situations,
  type Objects,
  type Json,
} from '../../objects/ground.ts';
import { sampleCalendar } from '../../../shopify/orders/sample-size.ts';
import { paymentOf, type PaymentOptions, refundOf } from '../../objects/payment.ts';

const plain =
  (items: readonly Item[], isInclusive = false): Objects =>
  (ground) =>
    billed(ground, basketOf(ground, items, { isInclusive }));

const withSession =
  (mode: 'payment' | 'subscription'): Objects =>
  (ground) => {
    const basket = basketOf(ground, [flourClub, coffeeClub], { shipping: 595 });
    const isPayment = mode === 'payment';
    return [
      sessionOf(ground, basket, {
        mode,
        invoice: ground.id('in'),
        subscription: isPayment ? null : ground.id('sub'),
        payment_intent: isPayment ? ground.id('pi') : null,
        collected_information: { shipping_details: sentTo(addressIn(ground.town)) },
      }),
      ...billed(ground, basket, {
        invoice: {
          billing_reason: isPayment ? 'manual' : 'subscription_create',
          created: ground.soldAt - 10,
          status_transitions: { finalized_at: ground.soldAt - 5, paid_at: ground.soldAt },
        },
      }),
    ];
  };

/** The merchant set the date of issue three days earlier. */
export const datedInvoiceSituations: Situations = {
  'invoice with a date of issue of its own': (ground) =>
    billed(ground, basketOf(ground, [fiveSeats]), { invoice: { effective_at: ground.soldAt - 3 * 86_400 } }),
};

/** An invoice without a charge. */
const unpaid =
  (invoice: (total: number) => Json, item: Item = fiveSeats): Objects =>
  (ground) => {
    const basket = basketOf(ground, [item]);
    return [invoiceOf(ground, basket, { amount_paid: 0, ...invoice(totalOf(basket)) })];
  };

const credited =
  (objects: (ground: Ground, basket: Basket, credit: number) => readonly StripeObject[]): Objects =>
  (ground) => {
    const basket = basketOf(ground, [coffeeClub, fiveSeats]);
    return objects(ground, basket, creditTotal(basket, 1));
  };

const before: Json = { type: 'pre_payment' };

export const invoiceSituations: Situations = {
  'invoice of a subscription': plain([flourClub, coffeeClub]),
  'invoice with more than ten lines': plain(manyItems(12)),
  'invoice with prices that include tax': plain([flourClub, fiveSeats], true),
  'invoice with a proration that gives money back': plain([fiveSeats, unused(coffeeClub, 1927)]),
  'invoice with discounts of items and of the whole': plain([
    { ...fiveSeats, discount: 3950, share: 1500 },
    { ...flourClub, share: 110 },
  ]),
  'invoice with billing credits': plain([{ ...fiveSeats, credit: 10_000 }]),
  'invoice that a session made': withSession('payment'),
  'invoice of a session that began a subscription': withSession('subscription'),
  'invoice with shipping': (ground) =>
    billed(ground, basketOf(ground, [flourClub], { shipping: 650 }), {
      invoice: { shipping_details: sentTo(addressIn(ground.town)) },
    }),
  // A cent more tax than its lines have.
  'invoice whose tax was rounded once': (ground) => {
    const basket = basketOf(ground, [flourClub, coffeeClub, fiveSeats]);
    const total = totalOf(basket) + 1;
    const taxes = [{ amount: taxOf(basket) + 1, tax_behavior: 'exclusive', taxability_reason: 'standard_rated' }];
    return billed(ground, basket, { charged: total, invoice: { total, total_taxes: taxes } });
  },
  // Two and a half months; the whole number that Stripe shows is cut off.
  'invoice with a fractional quantity': (ground) => {
    const basket = basketOf(ground, [{ ...coffeeClub, quantity: 2 }]);
    const data = basket.lines.map((line, position) => ({
      ...invoiceLine(ground, basket, 0)(line, position),
      quantity_decimal: '2.5',
    }));
    return billed(ground, basket, { invoice: { lines: { object: 'list', data } } });
  },
  'invoice with a ZIP and no state': (ground) =>
    billed(ground, basketOf(ground, [coffeeClub]), {
      invoice: { customer_address: onlyZip(ground.town.place.zip) },
      payment: { charge: { billing_details: { address: null } } },
    }),
  // An invoice that was still a draft when the sample's first day began.
  'invoice that was a draft before the first day': (ground) => {
    const first = (ground.shop.calendar ?? sampleCalendar).start / 1000;
    const at = first + 2 * 86_400;
    return billed({ ...ground, soldAt: at }, basketOf(ground, [coffeeClub]), {
      invoice: { created: first - 12 * 86_400, status_transitions: { finalized_at: at - 3600, paid_at: at } },
    });
  },
  // A draft for five weeks. The merchant's own payment paid the last part and does not name the invoice: only the list of
  // invoice payments does.
  'invoice paid in three parts': (ground) => {
    const basket = basketOf(ground, [fiveSeats, flourClub]);
    const total = totalOf(basket);
    const parts = [10_000, 15_000, total - 25_000];
    const payment = (ordinal: number): PaymentOptions => {
      const charge = { created: ground.soldAt + 60 * ordinal };
      const own = { ordinal, charge, intent: { created: ground.soldAt - 3600 } };
      return ordinal === parts.length - 1 ? own : byInvoice(ground, { ordinal, charge });
    };
    return [
      invoiceOf(ground, basket, { created: ground.soldAt - 35 * 86_400 }),
      ...parts.flatMap((amount, ordinal) => [
        invoicePaymentOf(ground, {
          invoice: ground.id('in'),
          amount,
          paymentIntent: ground.id('pi', ordinal),
          ordinal,
        }),
        ...paymentOf(ground, amount, payment(ordinal)),
      ]),
    ];
  },
  'two invoices paid by one payment': (ground) => {
    const baskets = [basketOf(ground, [coffeeClub]), basketOf(ground, [fiveSeats])];
    const paid = baskets.map(totalOf);
    return [
      ...baskets.flatMap((basket, ordinal) => [
        invoiceOf(ground, basket, {}, ordinal),
        invoicePaymentOf(ground, {
          invoice: ground.id('in', ordinal),
          amount: paid[ordinal] ?? 0,
          paymentIntent: ground.id('pi'),
          ordinal,
        }),
      ]),
      ...paymentOf(
        ground,
        sumOf(paid, (amount) => amount),
        byInvoice(ground),
      ),
    ];
  },
  "invoice paid in part from the customer's balance": (ground) => {
    const basket = basketOf(ground, [fiveSeats]);
    const charged = totalOf(basket) - 4000;
    return billed(ground, basket, { charged, invoice: { starting_balance: -4000, ending_balance: 0 } });
  },
  'invoice of nothing, all of it discounted': unpaid(() => ({ billing_reason: 'subscription_create' }), {
    ...flourClub,
    discount: flourClub.ware.price,
  }),
  'invoice paid outside of Stripe': unpaid((total) => ({ amount_paid: total, amount_paid_off_stripe: total })),
  'invoice paid from the balance alone': unpaid((total) => ({ amount_due: 0, starting_balance: -total })),
  'invoice that is still a draft': unpaid(() => ({ status: 'draft', status_transitions: { finalized_at: null } })),
  'invoice that is not paid yet': unpaid(() => ({ status: 'open' })),
  'invoice that was voided': unpaid(() => ({ status: 'void' })),
  'invoice marked uncollectible after a part was paid': unpaid(() => ({ status: 'uncollectible', amount_paid: 5000 })),
  'proration that only gives money back': unpaid(() => ({ amount_due: 0 }), unused(fiveSeats, 12_345)),
  'credit note after the payment, with its refund': credited((ground, basket, credit) => [
    ...billed(ground, basket, {
      invoice: { post_payment_credit_notes_amount: credit },
      payment: { charge: { amount_refunded: credit } },
    }),
    refundOf(ground, credit, { created: ground.daysLater(3) }),
    creditNoteOf(ground, basket, {
      lines: 1,
      over: { refunds: [{ amount_refunded: credit, refund: ground.id('re'), type: 'refund' }] },
    }),
  ]),
  "credit note after the payment, to the customer's balance": credited((ground, basket, credit) => [
    ...billed(ground, basket, { invoice: { post_payment_credit_notes_amount: credit } }),
    creditNoteOf(ground, basket, { lines: 1 }),
  ]),
  'credit note before the payment': credited((ground, basket, credit) => [
    ...billed(ground, basket, {
      charged: totalOf(basket) - credit,
      invoice: { pre_payment_credit_notes_amount: credit },
    }),
    creditNoteOf(ground, basket, { lines: 1, over: { ...before, created: ground.soldAt - 1800 } }),
  ]),
  'credit note that was voided': credited((ground, basket) => [
    ...billed(ground, basket),
    creditNoteOf(ground, basket, { lines: 1, over: { status: 'void', voided_at: ground.daysLater(4) } }),
  ]),
  'invoice credited in full before it was paid': credited((ground, basket) => [
    invoiceOf(ground, basket, {
      amount_due: 0,
      amount_paid: 0,
      pre_payment_credit_notes_amount: totalOf(basket),
    }),
    creditNoteOf(ground, basket, { over: { ...before, created: ground.soldAt - 1800 } }),
  ]),
};
