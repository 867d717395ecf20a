/**
 * The last part of a global id, as digits or as Shopify writes it; anything else is given back as it is.
 *
 * @example
 * idOfGid('gid://shopify/Order/5012345678') // "5012345678"
 */
export const idOfGid = (gid: string): string => /^gid:\/\/[^/]+\/[^/]+\/([^?]+)/.exec(gid)?.[1] ?? gid;

/** The global id of an order from its digits. */
export const orderGid = (id: string): string => `gid://shopify/Order/${id}`;
