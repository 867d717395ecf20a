import * as E from 'fp-ts/lib/Either.js';
import { decoded } from '../api/decoded.ts';
import type { Read, StripeApi } from '../api/stripe-api.ts';
import type { StripeAddress } from '../records/address.ts';
import { type Charge, placeIdOf } from '../records/charge.ts';
import { TerminalLocation } from '../records/terminal-location.ts';

/** Where the reader stands that took a payment in person; null where none did, and where the merchant deleted the place. */
export const placeOfSale =
  (api: StripeApi) =>
  (charge: Charge): Read<StripeAddress | null> =>
  async () => {
    const id = placeIdOf(charge);
    if (id === null) return E.right(null);
    const place = await decoded(api.retrieve('terminal location', id), TerminalLocation)();
    if (E.isRight(place)) return E.right(place.right.address);
    return place.left._tag === 'NoSuchObject' ? E.right(null) : place;
  };
