import type { Place } from '../orders/place.ts';
import type { Recipe } from '../orders/recipe.ts';
import { townIn } from '../orders/town-in.ts';
import type { Answer } from './answer.ts';
import { gid } from './gid.ts';

/** An invented name, e-mail and phone: found in a log, a report or a transaction, they show a leak. */
export const canary = {
  firstName: 'CANARY_FIRST',
  lastName: 'CANARY_NAME',
  company: 'CANARY_COMPANY',
  email: 'canary@example.com',
  phone: '+15550100000',
} as const;

const country = (code: string): string => ({ US: 'United States', CA: 'Canada', GB: 'United Kingdom' })[code] ?? code;

/** A mailing address with its made-up people. */
export const mailingAddress = ({ id }: Recipe, place: Place | null, which: string): Answer | null =>
  place && {
    id: `${gid('MailingAddress', id)}?model_name=${which}`,
    ...place,
    ...canary,
    name: `${canary.firstName} ${canary.lastName}`,
    country: country(place.countryCode),
    countryCodeV2: place.countryCode,
    latitude: null,
    longitude: null,
  };

const towns = {
  warehouse: { id: '71000000001', name: 'Newark warehouse', town: townIn('NJ') },
  store: { id: '71000000002', name: 'Boston store', town: townIn('MA') },
  pickup: { id: '71000000003', name: 'Austin store', town: townIn('TX') },
} as const;

/** The shop's own places are no person's: their streets are real enough to be looked up. */
const street = { warehouse: '200 Dock Road', store: '12 Market Square', pickup: '8 Congress Avenue' } as const;

export type LocationKey = keyof typeof towns;

export const locationKeys: readonly LocationKey[] = ['warehouse', 'store', 'pickup'];

export const locationAnswer = (key: LocationKey): Answer => {
  const { id, name, town } = towns[key];
  return {
    __typename: 'Location',
    id: gid('Location', id),
    legacyResourceId: id,
    name,
    isActive: true,
    address: { ...town.place, address1: street[key], country: 'United States' },
  };
};

/** The same place as a fulfillment order names it: by its own fields, with the state written out. */
export const assignedLocation = (key: LocationKey): Answer => {
  const { name, town } = towns[key];
  return { ...town.place, address1: street[key], name, location: () => locationAnswer(key) };
};
