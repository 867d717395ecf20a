/**
 * Finds where the renewals of a subscription are shipped to, because Stripe may keep the ship-to only with the first checkout.
 */
import * as E from 'fp-ts/lib/Either.js';
import { decoded } from '../client/decoded.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { type StripeAddress, toPlatformAddress } from '../records/address.ts';
import type { Charge } from '../records/charge.ts';
import { type CheckoutSession, shippingAddressOf } from '../records/checkout-session.ts';
import { Invoice, subscriptionOf } from '../records/invoice.ts';
import { findSession } from './look-ups.ts';

/** Whether only the checkout of its subscription can state where an invoice is shipped to. */
export const isShippedBySubscription = (
  invoice: Invoice,
  session: CheckoutSession | null,
  charges: readonly Charge[],
): boolean =>
  subscriptionOf(invoice) !== null && session === null && invoice.total !== 0n && !hasOwnShipTo(invoice, charges);

/**
 * The ship-to of the checkout that started an invoice's subscription, until the customer has a newer one; null if it has no
 * ship-to. Takes at most one look-up per subscription, and one more if the customer has a ship-to as well.
 */
export const subscribedAddress =
  (api: StripeApi, invoice: Invoice): Read<StripeAddress | null> =>
  async () => {
    const subscription = subscriptionOf(invoice);
    if (subscription === null) return E.right(null);
    const bought = await findSession(api, { subscription })();
    if (E.isLeft(bought)) return bought;
    const shipTo = bought.right === null ? null : shippingAddressOf(bought.right);
    if (bought.right === null || isBlank(shipTo)) return E.right(null);
    const present = invoice.customer_shipping?.address ?? null;
    if (present === null || isBlank(present) || isSame(present, shipTo)) return E.right(shipTo);
    const newer = await isNewer(api, present, bought.right)();
    return E.isLeft(newer) ? newer : E.right(newer.right ? null : shipTo);
  };

/** Whether an invoice has a ship-to that was given for it, or for its payment. */
const hasOwnShipTo = ({ shipping_details }: Invoice, charges: readonly Charge[]): boolean =>
  !isBlank(shipping_details?.address) || charges.some((charge) => !isBlank(charge.shipping?.address));

/*
 * A checkout collects the ship-to and, unless `customer_update` asks for it, does not save it to the customer: the first invoice
 * has it through its session, and all later ones, also the first one after a trial, would count at the billing address.
 *
 * Source: docs.stripe.com/api/checkout/sessions/create (`customer_update.shipping`, default `never`),
 * docs.stripe.com/api/invoices/object (`customer_shipping`, frozen when the invoice is made final).
 */

const isBlank = (address: StripeAddress | null | undefined): boolean => toPlatformAddress(address ?? null) === null;

const isSame = (a: StripeAddress | null, b: StripeAddress | null): boolean =>
  JSON.stringify(toPlatformAddress(a)) === JSON.stringify(toPlatformAddress(b));

/** The address is newer than the checkout if the checkout's own invoice did not have it yet. */
const isNewer =
  (api: StripeApi, address: StripeAddress, { invoice: first }: CheckoutSession): Read<boolean> =>
  async () => {
    if (first === null) return E.right(true);
    const invoice = await decoded(api.retrieve('invoice', first), Invoice)();
    if (E.isLeft(invoice)) return invoice.left._tag === 'NoSuchObject' ? E.right(true) : invoice;
    return E.right(!isSame(address, invoice.right.customer_shipping?.address ?? null));
  };
