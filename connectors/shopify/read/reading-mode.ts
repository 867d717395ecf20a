/**
 * How the orders of a range are read. `pages`: page by page, within the API's rate limit. `bulk`: by bulk operations, which
 * Shopify prepares as files outside the rate limit. `auto`: whichever is faster for the number of orders.
 */
export type ReadingMode = 'auto' | 'pages' | 'bulk';

/** In the order of the documentation. */
export const readingModes: readonly ReadingMode[] = ['auto', 'pages', 'bulk'];
