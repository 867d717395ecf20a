/**
 * The last part of a global id, as digits or as Shopify writes it; anything else is given back as it is.
 *
 * @example
 * idOfGid('gid://shopify/Order/5012345678') // "5012345678"
 */
export const idOfGid = (gid: string): string => /^gid:\/\/[^/]+\/[^/]+\/([^?]+)/.exec(gid)?.[1] ?? gid;

/** The global id of an order from its digits. */
export const orderGid = (id: string): string => `gid://shopify/Order/${id}`;

/** An id as digits; undefined for anything else. Whole numbers that a float would damage arrive as texts. */
export const digitsOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? text : undefined;
};
