/** The sample shop itself, and the invented person behind every order, whose name in a log or report shows a leak. */
import type { Place } from '../orders/us-places.ts';
import type { Recipe } from '../orders/recipe.ts';
import { type Answer, gid } from './answer.ts';
import { sampleTimeZone } from '../orders/sample-size.ts';

/** The invented person. */
export const canary = {
  firstName: 'CANARY_FIRST',
  lastName: 'CANARY_NAME',
  company: 'CANARY_COMPANY',
  email: 'canary@example.com',
  phone: '+15550100000',
} as const;

/** In English, for the countries that the sample names. */
export const country = (code: string): string =>
  ({ US: 'United States', CA: 'Canada', GB: 'United Kingdom' })[code] ?? code;

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

/** Immutable id of the sample shop, in digits. */
export const sampleShopId = '61000000001';

/** A US shop in New York that adds tax to its prices. */
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
