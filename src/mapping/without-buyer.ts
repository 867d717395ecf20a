/** Removes the buyer from a sale whose personal data was erased, so that later changes are still settled by state and country. */
import * as O from 'fp-ts/lib/Option.js';
import { type Address, jurisdictionOf } from '../domain/transaction.ts';
import { chooseDestination } from './destination.ts';
import type { Destination, Sale, ValueReason } from './sale.ts';

export const isBuyerErased = ({ decisions }: Pick<Sale, 'decisions'>): boolean =>
  decisions.some(({ finding }) => finding === 'erased, not compared');

/**
 * The sale with country and state as its only place, and without tags and metadata. Pure.
 *
 * @param place the stored jurisdiction (see `jurisdictionOf`), for when the platform has erased the address too
 */
export const withoutBuyer = (given: Sale, place: string | null): Sale => {
  const { optional: _, ...sale } = given;
  const chosen = chooseDestination(sale.destinations);
  const kept = O.isSome(chosen)
    ? destinationIn(chosen.value.address, chosen.value.basis)
    : place === null
      ? null
      : destinationIn(placeIn(place), 'shipping');
  const jurisdiction = O.isSome(chosen) ? jurisdictionOf(chosen.value.address) : (place ?? 'unknown');
  return {
    ...sale,
    destinations: kept === null ? [] : [kept],
    decisions: [...sale.decisions, erased(jurisdiction)],
  };
};

const destinationIn = (
  { country, state }: Pick<Address, 'country' | 'state'>,
  basis: Destination['basis'],
): Destination => ({
  basis,
  address: { line1: null, line2: null, city: null, zip: null, state, country },
});

/** The opposite of `jurisdictionOf`. */
const placeIn = (jurisdiction: string): Pick<Address, 'country' | 'state'> => {
  const [country = '', ...state] = jurisdiction.split('-');
  if (state.length === 0) return { country: 'US', state: country === 'US' ? null : country };
  return { country, state: state.join('-') === '*' ? null : state.join('-') };
};

const erased = (place: string): ValueReason => ({
  about: 'shipToAddress',
  value: `${place}: erased, not compared`,
  reason:
    "the buyer's data was erased: only country and state count, and street, city and ZIP are neither sent nor compared",
  fields: ['shipToAddress'],
  finding: 'erased, not compared',
});
