/**
 * The source id of a sale, read from the name of its transaction: names are unique, and end with it
 * (`Shopify #1001 · 5012345678`). Undefined for any other name.
 *
 * @example
 * keyOf('SHOPIFY #1001 · 5012345678') // "5012345678"
 */
export const keyOf = (name: string): string | undefined => /^shopify\b.*?(\d{4,})\s*$/i.exec(name)?.[1];
