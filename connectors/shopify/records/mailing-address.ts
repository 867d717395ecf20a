/** The codec of an address in any of Shopify's shapes; every part may be missing, null or blank. */
import * as t from 'io-ts';
import { fields } from './fields.ts';

export const MailingAddress = fields(
  {
    address1: t.string,
    address2: t.string,
    city: t.string,
    province: t.string,
    provinceCode: t.string,
    zip: t.string,
    country: t.string,
    countryCode: t.string,
    countryCodeV2: t.string,
  },
  'MailingAddress',
);
export type MailingAddress = t.TypeOf<typeof MailingAddress>;
