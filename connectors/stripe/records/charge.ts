import * as t from 'io-ts';
import { StripeAddress } from './address.ts';
import {
  amount,
  arrayOf,
  expandable,
  flag,
  listOf,
  metadata,
  modern,
  nullable,
  object,
  orNothing,
  reference,
  text,
  unixSeconds,
  whole,
} from './codec.ts';
import { modernCharge, olderCharge } from './older-charge.ts';
import { PaymentIntent } from './payment-intent.ts';
import { StripeRefund } from './refund.ts';

/** What accounts with Level 3 rates tell with a charge. */
export const Level3 = object('Level3', {
  shipping_amount: amount,
  shipping_address_zip: text,
  line_items: arrayOf(
    object('Level3Line', {
      product_code: text,
      product_description: text,
      quantity: whole,
      unit_cost: amount,
      discount_amount: amount,
      tax_amount: amount,
    }),
  ),
});
export type Level3 = t.TypeOf<typeof Level3>;

/** The country in which a card, or what pays behind a wallet, was issued. */
const Issued = object('Issued', { country: text });

/** The place of the reader (`tml_…`) that took it; absent where no reader did. Since version 2026-01-28. */
const InPerson = nullable(object('InPerson', { location: reference }));

/** A charge, as far as a sale is made of it. `invoice` is of versions before 2025-03-31, and of old accounts' events. */
export const Charge = modern(
  object('Charge', {
    id: t.string,
    object: text,
    status: text,
    captured: flag,
    refunded: flag,
    disputed: flag,
    created: unixSeconds,
    currency: text,
    livemode: flag,
    amount,
    amount_captured: amount,
    payment_intent: expandable(PaymentIntent),
    invoice: reference,
    refunds: listOf(StripeRefund),
    receipt_url: text,
    description: text,
    calculated_statement_descriptor: text,
    statement_descriptor: text,
    metadata,
    level3: nullable(Level3),
    shipping: nullable(object('Shipping', { address: nullable(StripeAddress) })),
    billing_details: nullable(object('BillingDetails', { address: nullable(StripeAddress) })),
    application: reference,
    on_behalf_of: reference,
    source_transfer: reference,
    transfer_data: nullable(object('TransferData', { destination: reference })),
    transfer_group: text,
    payment_method_details: orNothing(
      nullable(
        object('PaymentMethodDetails', {
          type: text,
          card: nullable(
            object('CardDetails', {
              country: text,
              capture_before: unixSeconds,
              multicapture: nullable(object('Multicapture', { status: text })),
            }),
          ),
          card_present: nullable(object('CardPresent', { country: text, location: reference })),
          interac_present: InPerson,
          affirm: InPerson,
          klarna: InPerson,
          paynow: InPerson,
          wechat_pay: InPerson,
          link: nullable(Issued),
        }),
      ),
    ),
    ...olderCharge,
  }),
  modernCharge,
);
export type Charge = t.TypeOf<typeof Charge>;

/** The place of the reader that took it; null where no reader did. */
export const placeIdOf = ({ payment_method_details: details }: Charge): string | null =>
  [
    details?.card_present,
    details?.interac_present,
    details?.affirm,
    details?.klarna,
    details?.paynow,
    details?.wechat_pay,
  ].flatMap((one) => one?.location ?? [])[0] ?? null;

/** What was taken of it, in Stripe's units. `amount_captured` is absent in versions before 2020-08-27. */
export const capturedAmount = (charge: Charge): bigint => charge.amount_captured ?? charge.amount ?? 0n;

/** Whether the money was really taken: `paid` is true even when it is only reserved. */
export const isTaken = ({ status, captured }: Charge): boolean => status === 'succeeded' && captured !== false;
