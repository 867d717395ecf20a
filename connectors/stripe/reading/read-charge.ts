import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { type Charge, placeIdOf } from '../records/charge.ts';
import { chargeToSale, refuseStatus } from '../sale/charge-to-sale.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import type { StripeContext } from '../sale/context.ts';
import { anywhere, destinationsOfCharge } from '../sale/destinations.ts';
import { decoded } from '../api/decoded.ts';
import { wholeChildrenOf } from '../api/whole-children-of.ts';
import { disputesOf } from './disputes-of.ts';
import { placeOfSale } from './place-of-sale.ts';
import { wholeCharge } from './whole-charge.ts';
import { wholeSession } from './whole-session.ts';
import { saysAnything } from '../sale/parts-of-amount-details.ts';
import { AmountDetailsLine, PaymentIntent } from '../records/payment-intent.ts';
import type { Read, StripeApi } from '../api/stripe-api.ts';
import { taxOfCharge } from './tax-of-charge.ts';

/**
 * A charge with its payment, where a lesser expansion brought only the payment's id. A payment that Stripe has no more says
 * nothing: the charge tells what there is.
 */
const withPayment =
  (api: StripeApi) =>
  (charge: Charge): Read<Charge> =>
  async () => {
    const { payment_intent: payment } = charge;
    if (payment?.object !== null) return E.right(charge);
    const intent = await decoded(
      api.retrieve('payment intent', payment.id, ['amount_details.line_items']),
      PaymentIntent,
    )();
    if (E.isLeft(intent)) return intent.left._tag === 'NoSuchObject' ? E.right(charge) : intent;
    return E.right({ ...charge, payment_intent: { id: payment.id, object: intent.right } });
  };

/** A charge with all lines of its payment's details, where they were given at all. */
const withDetails =
  (api: StripeApi) =>
  (charge: Charge): Read<Charge> =>
  async () => {
    const intent = charge.payment_intent?.object ?? null;
    const details = intent?.amount_details ?? null;
    if (intent === null || details === null || !saysAnything(details)) return E.right(charge);
    const lines = await wholeChildrenOf(api, 'amount details', intent.id, AmountDetailsLine, details.line_items)();
    if (E.isLeft(lines)) return lines;
    const whole = { ...intent, amount_details: { ...details, line_items: lines.right } };
    return E.right({ ...charge, payment_intent: { id: intent.id, object: whole } });
  };

/** The sale of a charge that belongs to no invoice, with everything that it takes looked up. */
export const readCharge =
  (api: StripeApi, context: StripeContext) =>
  (charge: Charge, session: CheckoutSession | null): Read<SourceResult> =>
  async () => {
    if (O.isSome(refuseStatus(charge)) || charge.source_transfer !== null) {
      return E.right(chargeToSale(context, { charge, session: null, tax: null, disputes: [] }));
    }
    const refunded = await wholeCharge(api)(charge)();
    if (E.isLeft(refunded)) return refunded;
    const paid = await withPayment(api)(refunded.right)();
    if (E.isLeft(paid)) return paid;
    const disputes = await disputesOf(api)(charge)();
    if (E.isLeft(disputes)) return disputes;
    if (session !== null) {
      const whole = await wholeSession(api)(session)();
      if (E.isLeft(whole)) return whole;
      return E.right(
        chargeToSale(context, { charge: paid.right, session: whole.right, tax: null, disputes: disputes.right }),
      );
    }
    const tax = await taxOfCharge(api)(paid.right)();
    if (E.isLeft(tax)) return tax;
    const placeId = placeIdOf(charge);
    const place =
      placeId === null
        ? E.right(null)
        : await placeOfSale(api)(
            placeId,
            destinationsOfCharge(paid.right, { session: null, tax: tax.right, place: anywhere }),
          )();
    if (E.isLeft(place)) return place;
    const detailed = await withDetails(api)(paid.right)();
    if (E.isLeft(detailed)) return detailed;
    return E.right(
      chargeToSale(context, {
        charge: detailed.right,
        session: null,
        tax: tax.right,
        disputes: disputes.right,
        place: place.right,
      }),
    );
  };
