import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { chooseDestination } from '../../../src/mapping/destination.ts';
import type { Destination } from '../../../src/mapping/sale.ts';
import { decoded } from '../client/decoded.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import type { StripeAddress } from '../records/address.ts';
import { TerminalLocation } from '../records/terminal-location.ts';

/**
 * Where the reader stands that took a payment in person; null where the merchant deleted the place. Null as well where it
 * decides nothing: a sale that another address places is not held because the key may not read places.
 *
 * @param id of the place
 * @param candidates where the sale would count if the reader stood `anywhere`
 */
export const placeOfSale =
  (api: StripeApi) =>
  (id: string, candidates: readonly Destination[]): Read<StripeAddress | null> =>
  async () => {
    const chosen = chooseDestination(candidates);
    if (O.isNone(chosen) || chosen.value.basis !== 'point of sale') return E.right(null);
    const place = await decoded(api.retrieve('terminal location', id), TerminalLocation)();
    if (E.isRight(place)) return E.right(place.right.address);
    return place.left._tag === 'NoSuchObject' ? E.right(null) : place;
  };
