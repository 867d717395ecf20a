import { isRecord } from './is-record.ts';
import { asText } from './rest-values.ts';

/** An address of REST in the shape of GraphQL; without the names and numbers of persons. */
export const restAddress = (value: unknown): unknown =>
  isRecord(value)
    ? {
        address1: value['address1'],
        address2: value['address2'],
        city: value['city'],
        province: value['province'],
        provinceCode: value['province_code'],
        zip: asText(value['zip']),
        country: value['country'],
        countryCode: value['country_code'],
      }
    : value;
