/** Chooses the one address at which a sale counts, because its state decides the tax filing, and records why. */
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Address } from '../domain/transaction.ts';
import {
  associatedCountryOf,
  findAssociatedCountry,
  findCountry,
  findUsState,
  isUsTerritory,
  stateAbroad,
  stateOfZip,
} from './country.ts';
import { present } from '../domain/fields.ts';
import type { ValueReason, Destination, DestinationBasis, PlatformAddress } from './sale.ts';

/** The destination of a sale, with the reasons. */
export interface ChosenDestination {
  readonly address: Address;
  readonly basis: DestinationBasis;
  readonly decisions: readonly ValueReason[];
}

/**
 * The first candidate that is a usable destination: in the US one with a state, or a ZIP to derive it from; abroad one with a
 * country. Parts of one address are never completed from another.
 *
 * @example
 * chooseDestination([{ basis: 'shipping', address: { …, state: '', zip: '63385', country: 'US' } }]) // some(… state: 'MO' …)
 */
export const chooseDestination = (candidates: readonly Destination[]): O.Option<ChosenDestination> => {
  for (const candidate of candidates) {
    const destination = normalizeDestination(candidate);
    if (O.isSome(destination)) return destination;
  }
  return O.none;
};

const normalizeDestination = ({ basis, address: parts }: Destination): O.Option<ChosenDestination> => {
  const named = countryOf(parts);
  const associated = associatedCountryOf(parts, named);
  const found = O.isSome(associated) ? associated : named;
  if (O.isNone(found)) return O.none;
  const country = found.value;
  const state = present(parts.state);
  const chosen: ValueReason = {
    about: 'shipToAddress',
    value: basis,
    reason: `the first usable address in the platform's order: ${basis}`,
    fields: [basis],
  };
  if (country === 'US' || isUsTerritory(country)) {
    const inUs = usAddress(parts, country, state);
    if (O.isNone(inUs)) return O.none;
    const { state: usState, decisions } = inUs.value;
    return O.some({
      basis,
      address: addressIn(parts, usState, 'US'),
      decisions: [{ ...chosen, value: `${basis}: ${usState} ${present(parts.zip) ?? ''}`.trim() }, ...decisions],
    });
  }
  const isItself = state !== null && O.toNullable(findAssociatedCountry(state)) === country;
  const abroad = state === null || isItself ? null : stateAbroad(country, state);
  return O.some({
    basis,
    address: addressIn(parts, abroad, country),
    decisions: [
      { ...chosen, value: `${basis}: ${country}` },
      ...(O.isSome(associated) ? [independentCountryDecision(country)] : []),
    ],
  });
};

/** Without a country, a ZIP counts as a US ZIP only when it has that form and the state agrees or is missing. */
const countryOf = (parts: PlatformAddress): O.Option<string> => {
  const country = present(parts.country);
  if (country !== null) return findCountry(country);
  const [zip, state] = [present(parts.zip), present(parts.state)];
  const stateIsUs = state === null ? O.none : findUsState(state);
  const zipIsUs = zip === null ? O.none : stateOfZip(zip);
  return O.isSome(zipIsUs) && (state === null || O.isSome(stateIsUs)) ? O.some('US') : O.none;
};

interface ChosenState {
  readonly state: string;
  readonly decisions: readonly ValueReason[];
}

const usAddress = (parts: PlatformAddress, country: string, given: string | null): O.Option<ChosenState> => {
  const zip = present(parts.zip);
  const fromZip = zip === null ? O.none : stateOfZip(zip);
  const written = isUsTerritory(country) ? O.some(country) : given === null ? O.none : findUsState(given);
  if (O.isSome(written)) {
    const disagrees = O.isSome(fromZip) && fromZip.value !== written.value;
    return O.some({
      state: written.value,
      decisions: disagrees
        ? [
            {
              about: 'shipToAddress.state',
              value: written.value,
              reason: `the state as written; the ZIP belongs to ${fromZip.value}`,
              fields: ['state', 'zip'],
              finding: 'state and ZIP disagree',
            },
          ]
        : nameOfState(written.value, isUsTerritory(country) ? null : given),
    });
  }
  return pipe(
    fromZip,
    O.map((state) => ({
      state,
      decisions: [
        {
          about: 'shipToAddress.state',
          value: state,
          reason:
            given === null
              ? 'no state given; derived from the ZIP'
              : 'the state is not a US state; derived from the ZIP',
          fields: given === null ? ['zip'] : ['state', 'zip'],
          finding: 'state derived from ZIP' as const,
        },
      ],
    })),
  );
};

const nameOfState = (state: string, given: string | null): readonly ValueReason[] =>
  given === null || /^(?:US-)?[A-Z]{2}$/iu.test(given.trim())
    ? []
    : [
        {
          about: 'shipToAddress.state',
          value: state,
          reason: 'the address has the name of the state and no code',
          fields: ['state'],
        },
      ];

/** Written out, because a spread takes many times as long, and each sale has an address. */
const addressIn = (parts: PlatformAddress, state: string | null, country: string): Address => ({
  line1: present(parts.line1),
  line2: present(parts.line2),
  city: present(parts.city),
  zip: present(parts.zip),
  state,
  country,
});

const independentCountryDecision = (country: string): ValueReason => ({
  about: 'shipToAddress.country',
  value: country,
  reason: 'a separate country, although US mail delivers there and platforms list it as a US state',
  fields: ['country', 'state', 'zip'],
});
