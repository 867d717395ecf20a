/** Checks the merchant's locations that a connector states, because stock or staff in a state creates nexus there. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeAs } from '../domain/decode.ts';
import { locationUses, type LocationUse, type MerchantLocation } from '../mapping/merchant-location.ts';
import { rejected } from './failures.ts';

const Use = t.keyof(
  Object.fromEntries(locationUses.map((use) => [use, null])) as Readonly<Record<LocationUse, null>>,
  'a use',
);

const Code = t.refinement(t.string, (code) => /^[A-Z]{2}$/.test(code), 'two letters, such as US');

const Location = t.strict(
  {
    ...{ country: t.union([Code, t.null]), state: t.union([t.string, t.null]), city: t.union([t.string, t.null]) },
    uses: t.readonlyArray(Use),
  },
  'a location',
);

const decode = decodeAs(t.readonlyArray(Location, 'locations'));

/**
 * Returns the locations without other fields of the connector, such as a name or street. Throws if one has another form, and
 * repeats no value.
 */
export const checkedLocations = (given: unknown): readonly MerchantLocation[] => {
  const decoded = decode(given);
  const problems = E.isLeft(decoded)
    ? decoded.left.problems
    : decoded.right.some(({ country, state }) => isInUs(country) && state !== null && !Code.is(state))
      ? ['state: expected two letters, such as TX']
      : [];
  if (E.isLeft(decoded) || problems.length > 0)
    throw rejected(
      `The connector states its locations in another form (${problems.join('; ')}). Report it to its author`,
    );
  return decoded.right;
};

const isInUs = (country: string | null): boolean => country === null || country === 'US';
