/** The codec of a charge in every API version, read into the shape of today's, and the facts that a charge alone states. */
import * as t from 'io-ts';
import { StripeAddress, toPlatformAddress } from './address.ts';
import {
  amount,
  arrayOf,
  decimalText,
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
import { PaymentIntent } from './payment-intent.ts';
import { StripeRefund } from './refund.ts';

/** Level 3 data that some accounts send with a charge. */
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

/** The country in which a card, or the payment method behind a wallet, was issued. */
const Issued = object('Issued', { country: text });

/** The location of the reader (`tml_…`) that took the payment; absent without a reader. Since version 2026-01-28. */
const InPerson = nullable(object('InPerson', { location: reference }));

/** A card, or a source with its owner, with which charges of older integrations were paid. */
const PaymentSource = orNothing(
  nullable(
    object('Card', {
      country: text,
      address_line1: text,
      address_line2: text,
      address_city: text,
      address_state: text,
      address_zip: text,
      address_country: text,
      owner: nullable(object('Owner', { address: nullable(StripeAddress) })),
    }),
  ),
);

/** How the charge was settled. Null until it is captured and settled, at most some hours later. */
const BalanceTransaction = object('BalanceTransaction', { currency: text, exchange_rate: decimalText });

/** The fields of a charge that a sale needs. `invoice` is in versions before 2025-03-31, and in events of old accounts. */
const ReadCharge = object('Charge', {
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
  /** The balance transaction that took the money back after a payment had succeeded. */
  failure_balance_transaction: reference,
  balance_transaction: expandable(BalanceTransaction),
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
        card_present: nullable(
          object('CardPresent', {
            country: text,
            location: reference,
            offline: nullable(object('Offline', { stored_at: unixSeconds })),
          }),
        ),
        interac_present: InPerson,
        affirm: InPerson,
        klarna: InPerson,
        paynow: InPerson,
        wechat_pay: InPerson,
        link: nullable(Issued),
      }),
    ),
  ),
  source: PaymentSource,
});

export type Charge = t.TypeOf<typeof ReadCharge>;

/** Blank billing details count as none: the address of the card or source is used. */
const billingOf = ({ billing_details: billing, source }: Charge): Charge['billing_details'] =>
  toPlatformAddress(billing?.address ?? null) === null ? (billingOfCard(source) ?? billing) : billing;

/** Never the card's own `country`, which is the issuer's. */
const billingOfCard = (card: Charge['source']): Charge['billing_details'] =>
  card === null
    ? null
    : {
        address: card.owner?.address ?? {
          line1: card.address_line1,
          line2: card.address_line2,
          city: card.address_city,
          state: card.address_state,
          postal_code: card.address_zip,
          country: card.address_country,
        },
      };

export const Charge = modern(ReadCharge, (charge: Charge) => ({ ...charge, billing_details: billingOf(charge) }));

/** The location of the reader that took a charge; null without a reader. */
export const readerLocationOf = ({ payment_method_details: details }: Charge): string | null =>
  [
    details?.card_present,
    details?.interac_present,
    details?.affirm,
    details?.klarna,
    details?.paynow,
    details?.wechat_pay,
  ].flatMap((one) => one?.location ?? [])[0] ?? null;

/** Seconds for which a reader's clock is trusted about a payment that it stored while it was offline: three days. */
export const maxSecondsOffline = 3 * 86_400;

/** When a charge was sold, in Unix seconds: a reader that was offline forwards its payments later. */
export const soldAt = ({ created, payment_method_details: details }: Charge): number | null => {
  const storedAt = details?.card_present?.offline?.stored_at ?? null;
  if (created === null || storedAt === null) return created;
  return storedAt < created && created - storedAt <= maxSecondsOffline ? storedAt : created;
};

/** The captured amount of a charge, in Stripe's units. `amount_captured` is absent in versions before 2020-08-27. */
export const capturedAmount = (charge: Charge): bigint => charge.amount_captured ?? charge.amount ?? 0n;

/** Whether the money was really taken: `paid` is true even when it is only reserved. */
export const isTaken = ({ status, captured }: Charge): boolean => status === 'succeeded' && captured !== false;
