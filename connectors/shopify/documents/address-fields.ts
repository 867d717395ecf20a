/** A place, and no person: neither name nor company nor phone. */
export const addressFields = `
fragment AddressFields on MailingAddress {
  address1
  address2
  city
  provinceCode
  zip
  countryCodeV2
}`;
