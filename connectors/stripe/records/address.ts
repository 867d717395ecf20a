/** The codecs of Stripe's addresses, and of the locations of a merchant's card readers. */
import type { PlatformAddress } from '../../../src/mapping/sale.ts';
import { object, text, nullable } from './codec.ts';
import * as t from 'io-ts';

/** An address as Stripe writes it; every part may be missing or blank. */
export const StripeAddress = object('Address', {
  line1: text,
  line2: text,
  city: text,
  state: text,
  postal_code: text,
  country: text,
});
export type StripeAddress = t.TypeOf<typeof StripeAddress>;

/** The address in our shape; null when all of its parts are blank. */
export const toPlatformAddress = (address: StripeAddress | null): PlatformAddress | null => {
  if (address === null) return null;
  const { line1, line2, city, state, postal_code: zip, country } = address;
  const isBlank = [line1, line2, city, state, zip, country].every((value) => value === null);
  return isBlank ? null : { line1, line2, city, state, zip, country };
};

/** A location at which card readers take payments. A deleted location has no address. */
export const TerminalLocation = object('TerminalLocation', { id: t.string, address: nullable(StripeAddress) });
export type TerminalLocation = t.TypeOf<typeof TerminalLocation>;
