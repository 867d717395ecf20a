import type { PlatformAddress } from '../../../src/mapping/sale.ts';
import { isUsTerritory } from '../../../src/mapping/us-state.ts';
import type { Charge } from '../records/charge.ts';

type Payment = Pick<Charge, 'currency'> & Partial<Pick<Charge, 'payment_method_details' | 'source' | 'card'>>;

const issuerOf = ({ payment_method_details: details, source, card }: Payment): string | null =>
  [details?.card, details?.card_present, details?.link, source, card].flatMap((one) => one?.country ?? [])[0] ?? null;

/** What paid it was issued in the US; where nobody says where, its price is in dollars. */
const speaksForUs = (payment: Payment): boolean => {
  const issuer = issuerOf(payment);
  return issuer === null ? payment.currency?.toLowerCase() === 'usd' : issuer === 'US' || isUsTerritory(issuer);
};

/**
 * An address without a postal code that may be another country's. Stripe's card field asks for the postal code and no
 * country, and 75001 is Paris as well as Addison, Texas: five digits that stand alone are a US ZIP only where the payment
 * speaks for the US. The issuer's country is never taken for the buyer's; it only leaves the place open.
 *
 * Source: docs.stripe.com/js/element/other_element?type=card ("postalCode"), docs.stripe.com/api/charges/object
 * (`billing_details.address`, `payment_method_details.card.country`).
 */
export const withoutForeignZip =
  (payment: Payment) =>
  (address: PlatformAddress): PlatformAddress =>
    address.country === null && address.state === null && !speaksForUs(payment) ? { ...address, zip: null } : address;
