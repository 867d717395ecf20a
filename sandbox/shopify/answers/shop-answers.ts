import { type Place, townIn } from '../orders/us-places.ts';
import type { Recipe } from '../orders/recipe.ts';
import { type Answer, gid } from './answer.ts';
import { sampleTimeZone } from '../orders/sample-size.ts';

/** An invented name, e-mail and phone: found in a log, a report or a transaction, they show a leak. */
export const canary = {
  firstName: 'CANARY_FIRST',
  lastName: 'CANARY_NAME',
  company: 'CANARY_COMPANY',
  email: 'canary@example.com',
  phone: '+15550100000',
} as const;

const country = (code: string): string => ({ US: 'United States', CA: 'Canada', GB: 'United Kingdom' })[code] ?? code;

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

type LocationKey = keyof typeof towns;

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

/** Immutable id of the sample shop, in digits. */
export const sampleShopId = '61000000001';

/** The sample shop itself: a US shop in New York that adds tax to its prices. */
export const shopAnswer = (domain: string): Answer => ({
  id: gid('Shop', sampleShopId),
  name: 'Sample & Sons',
  email: 'owner@example.com',
  myshopifyDomain: domain,
  url: `https://${domain}`,
  ianaTimezone: sampleTimeZone,
  timezoneOffset: '-0500',
  currencyCode: 'USD',
  enabledPresentmentCurrencies: ['USD', 'CAD'],
  taxesIncluded: false,
  taxShipping: false,
  orderNumberFormatPrefix: '#',
  orderNumberFormatSuffix: '',
  plan: { partnerDevelopment: true, publicDisplayName: 'Development', shopifyPlus: false },
  shopAddress: {
    id: gid('ShopAddress', sampleShopId),
    address1: '200 Dock Road',
    address2: null,
    city: 'Newark',
    provinceCode: 'NJ',
    zip: '07102',
    countryCodeV2: 'US',
  },
});
