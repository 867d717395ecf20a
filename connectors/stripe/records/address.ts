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

/** The address in our shape; null when nothing of it is filled in. */
export const toPlatformAddress = (address: StripeAddress | null): PlatformAddress | null => {
  if (address === null) return null;
  const { line1, line2, city, state, postal_code: zip, country } = address;
  const isBlank = [line1, line2, city, state, zip, country].every((value) => value === null);
  return isBlank ? null : { line1, line2, city, state, zip, country };
};

/** A place of the merchant's at which readers take payments. A deleted one has no address. */
export const TerminalLocation = object('TerminalLocation', { id: t.string, address: nullable(StripeAddress) });
export type TerminalLocation = t.TypeOf<typeof TerminalLocation>;
