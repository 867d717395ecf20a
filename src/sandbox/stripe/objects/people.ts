import { canary } from '../../shopify/answers/address-answers.ts';
import type { Town } from '../../shopify/orders/us-places.ts';
import type { Json } from './stripe-object.ts';

/** An invented person: found in a log, a report or a transaction, name, e-mail or phone show a leak. */
export const noPerson = {
  name: `${canary.firstName} ${canary.lastName}`,
  email: canary.email,
  phone: canary.phone,
} as const;

/** An address of a town as Stripe writes it, with an invented street. */
export const addressIn = ({ place }: Town): Json => ({
  line1: place.address1,
  line2: place.address2,
  city: place.city,
  state: place.provinceCode,
  postal_code: place.zip,
  country: place.countryCode,
});

/** What Checkout writes when it collected no address at all. */
export const blankAddress: Json = { line1: '', line2: '', city: '', state: '', postal_code: '', country: '' };

export const onlyZip = (zip: string | null): Json => ({
  ...blankAddress,
  line1: null,
  line2: null,
  city: null,
  state: '',
  postal_code: zip,
  country: 'US',
});

export const sentTo = (address: Json): Json => ({ ...noPerson, address, carrier: null, tracking_number: null });

export const billedTo = (address: Json): Json => ({ ...noPerson, address, tax_id: null });
