import type { Answer } from '../answers/answer.ts';
import { gid } from '../answers/gid.ts';
import { calendar } from '../orders/calendar.ts';

/** Immutable id of the sample shop, in digits. */
export const sampleShopId = '61000000001';

/** The sample shop itself: a US shop in New York that adds tax to its prices. */
export const shopAnswer = (domain: string): Answer => ({
  id: gid('Shop', sampleShopId),
  name: 'Sample & Sons',
  email: 'owner@example.com',
  myshopifyDomain: domain,
  url: `https://${domain}`,
  ianaTimezone: calendar.timeZone,
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
