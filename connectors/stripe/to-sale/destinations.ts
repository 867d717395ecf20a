/** Finds the addresses at which a charge, an invoice or a session may be taxed, best first. */
import type { Destination, DestinationBasis, PlatformAddress } from '../../../src/mapping/sale.ts';
import { type StripeAddress, toPlatformAddress } from '../records/address.ts';
import { type Charge, readerLocationOf } from '../records/charge.ts';
import { type CheckoutSession, shippingAddressOf } from '../records/checkout-session.ts';
import type { Invoice } from '../records/invoice.ts';
import type { TaxCalculation } from '../records/tax-calculation.ts';
import { isUsTerritory } from '../../../src/mapping/country.ts';

const blank: StripeAddress = { line1: null, line2: null, city: null, state: null, postal_code: null, country: null };

/** A complete address, to test whether a reader's location could decide the destination. */
export const anyPointOfSale: StripeAddress = { ...blank, country: 'CA' };

interface AddressSources {
  readonly session: CheckoutSession | null;
  readonly tax: TaxCalculation | null;
  /** The address of the reader that took the payment. */
  readonly pointOfSale: StripeAddress | null;
}

type Candidate = readonly [DestinationBasis, StripeAddress | null | undefined];

/**
 * First the address that the Checkout Session collected or Stripe Tax used, then the shipping of the charge and of its payment,
 * the ZIP that it was shipped to, the location of the reader, and billing. Never the country of the card, which is the issuer's:
 * it only keeps a postal code without a country from passing for a US ZIP.
 */
export const destinationsOfCharge = (
  charge: Charge,
  { session, tax, pointOfSale }: AddressSources,
): readonly Destination[] => {
  const intent = charge.payment_intent?.object;
  const calculated = candidateOfTax(tax);
  const candidates: readonly Candidate[] = [
    ['shipping', session === null ? null : shippingAddressOf(session)],
    ...(calculated[0] === 'shipping' ? [calculated] : []),
    ['shipping', charge.shipping?.address],
    ['shipping', intent?.shipping?.address],
    ['shipping', shippedTo(charge, intent?.amount_details?.shipping?.to_postal_code, null)],
    // Stripe's reference calls it "the customer's U.S. shipping ZIP code".
    ['shipping', shippedTo(charge, charge.level3?.shipping_address_zip, 'US')],
    ...(calculated[0] === 'billing' ? [calculated] : []),
    ['point of sale', pointOfSale],
    ['billing', session?.customer_details?.address],
    ['billing', charge.billing_details?.address],
  ];
  return destinationsFrom(candidates, withoutForeignZip(charge));
};

/** Addresses that may apply to an invoice, after its own. */
export interface InvoiceAddresses {
  readonly session: CheckoutSession | null;
  readonly charges: readonly Charge[];
  readonly pointOfSale: StripeAddress | null;
  /** The ship-to of the checkout that started its subscription; null if the customer has a newer one. */
  readonly subscribed: StripeAddress | null;
}

/** The charge that paid an invoice in person; undefined without one. */
export const paidInPerson = (charges: readonly Charge[]): Charge | undefined =>
  charges.find((charge) => readerLocationOf(charge) !== null);

/**
 * The candidate addresses of an invoice; its own were frozen and taxed when it was finalized. The addresses of its charges come
 * last: the location of a reader only counts if there is no other address.
 */
export const destinationsOfInvoice = (
  invoice: Invoice,
  { session, charges, pointOfSale, subscribed }: InvoiceAddresses,
): readonly Destination[] => [
  ...destinationsFrom(
    [
      ['shipping', session === null ? null : shippingAddressOf(session)],
      ['shipping', invoice.shipping_details?.address],
      ['shipping', subscribed],
      ['shipping', invoice.customer_shipping?.address],
      ['billing', invoice.customer_address],
      ['billing', session?.customer_details?.address],
    ],
    withoutForeignZip(charges[0] ?? invoice),
  ),
  ...charges.flatMap((charge) =>
    destinationsFrom(
      [
        ['shipping', charge.shipping?.address],
        ['point of sale', charge === paidInPerson(charges) ? pointOfSale : null],
        ['billing', charge.billing_details?.address],
      ],
      withoutForeignZip(charge),
    ),
  ),
];

export const destinationsOfSession = (session: CheckoutSession): readonly Destination[] =>
  destinationsFrom([
    ['shipping', shippingAddressOf(session)],
    ['billing', session.customer_details?.address],
  ]);

export const hasShipping = (destinations: readonly Destination[]): boolean =>
  destinations.some(({ basis }) => basis === 'shipping');

const candidateOfTax = (tax: TaxCalculation | null): Candidate => [
  tax?.customer_details?.address_source === 'shipping' ? 'shipping' : 'billing',
  tax?.customer_details?.address,
];

/**
 * The address of a bare ZIP: the billing address if that has the same ZIP, else the ZIP in the known country, or in that of the
 * billing address.
 */
const shippedTo = (charge: Charge, zip: string | null | undefined, known: string | null): StripeAddress | null => {
  if (zip == null) return null;
  const billing = charge.billing_details?.address ?? blank;
  return zip5(zip) !== '' && zip5(zip) === zip5(billing.postal_code)
    ? billing
    : { ...blank, postal_code: zip, country: known ?? billing.country };
};

const zip5 = (zip: string | null | undefined): string => zip?.trim().slice(0, 5) ?? '';

const destinationsFrom = (candidates: readonly Candidate[], adapt = unchanged): readonly Destination[] =>
  candidates.flatMap(([basis, stripeAddress]) => {
    const address = toPlatformAddress(stripeAddress ?? null);
    return address === null ? [] : [{ basis, address: adapt(address) }];
  });

const unchanged = (address: PlatformAddress): PlatformAddress => address;

type Payment = Pick<Charge, 'currency'> & Partial<Pick<Charge, 'payment_method_details' | 'source'>>;

/**
 * Removes a postal code that may be another country's. Stripe's card field asks for the postal code and no country, and 75001 is
 * Paris as well as Addison, Texas: five digits alone are a US ZIP only if the payment points to the US. The issuer's country is
 * never taken for the buyer's; it only leaves the address open.
 *
 * Source: docs.stripe.com/js/element/other_element?type=card ("postalCode"), docs.stripe.com/api/charges/object
 * (`billing_details.address`, `payment_method_details.card.country`).
 */
const withoutForeignZip =
  (payment: Payment) =>
  (address: PlatformAddress): PlatformAddress =>
    address.country === null && address.state === null && !isFromUs(payment) ? { ...address, zip: null } : address;

/** The card was issued in the US; if unknown, the price is in dollars. */
const isFromUs = (payment: Payment): boolean => {
  const issuer = issuerOf(payment);
  return issuer === null ? payment.currency?.toLowerCase() === 'usd' : issuer === 'US' || isUsTerritory(issuer);
};

const issuerOf = ({ payment_method_details: details, source }: Payment): string | null =>
  [details?.card, details?.card_present, details?.link, source].flatMap((one) => one?.country ?? [])[0] ?? null;
