import { type Basket, basketOf, totalOf } from '../../objects/basket.ts';
import { billed } from '../../objects/billed.ts';
import { creditNoteOf, creditTotal } from '../../objects/credit-note.ts';
import type { Ground } from '../../objects/ground.ts';
import { invoiceOf } from '../../objects/invoice.ts';
import { refundOf } from '../../objects/refund.ts';
import type { Json, StripeObject } from '../../objects/stripe-object.ts';
import { coffeeClub, fiveSeats } from '../baskets.ts';
import type { Situation } from '../situation.ts';

const credited =
  (objects: (ground: Ground, basket: Basket, credit: number) => readonly StripeObject[]) =>
  (ground: Ground): readonly StripeObject[] => {
    const basket = basketOf(ground, [coffeeClub, fiveSeats]);
    return objects(ground, basket, creditTotal(basket, 1));
  };

const before: Json = { type: 'pre_payment' };

export const creditNoteSituations: readonly Situation[] = [
  {
    name: 'credit note after the payment, with its refund',
    objects: credited((ground, basket, credit) => [
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
  },
  {
    name: "credit note after the payment, to the customer's balance",
    objects: credited((ground, basket, credit) => [
      ...billed(ground, basket, { invoice: { post_payment_credit_notes_amount: credit } }),
      creditNoteOf(ground, basket, { lines: 1 }),
    ]),
  },
  {
    name: 'credit note before the payment',
    objects: credited((ground, basket, credit) => [
      ...billed(ground, basket, {
        charged: totalOf(basket) - credit,
        invoice: { pre_payment_credit_notes_amount: credit },
      }),
      creditNoteOf(ground, basket, { lines: 1, over: { ...before, created: ground.soldAt - 1800 } }),
    ]),
  },
  {
    name: 'credit note that was voided',
    objects: credited((ground, basket) => [
      ...billed(ground, basket),
      creditNoteOf(ground, basket, { lines: 1, over: { status: 'void', voided_at: ground.daysLater(4) } }),
    ]),
  },
  {
    name: 'invoice credited in full before it was paid',
    objects: credited((ground, basket) => [
      invoiceOf(ground, basket, {
        amount_due: 0,
        amount_paid: 0,
        pre_payment_credit_notes_amount: totalOf(basket),
      }),
      creditNoteOf(ground, basket, { over: { ...before, created: ground.soldAt - 1800 } }),
    ]),
  },
];
