/**
 * The last part of a global id; any other text is returned unchanged.
 *
 * @example
 * idOfGid('gid://shopify/Order/5012345678') // "5012345678"
 */
export const idOfGid = (gid: string): string => /^gid:\/\/[^/]+\/[^/]+\/([^?]+)/.exec(gid)?.[1] ?? gid;

/** The global id of an order from its digits. */
export const orderGid = (id: string): string => `gid://shopify/Order/${id}`;

/** An id as digits; undefined for anything else. Numbers beyond 2^53 arrive as text. */
export const digitsOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? text : undefined;
};
