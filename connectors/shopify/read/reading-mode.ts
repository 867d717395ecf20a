/**
 * How the orders of a range are read. `pages`: page by page, against the cost budget of the API. `bulk`: by bulk
 * operations, which Shopify prepares as files and does not charge. `auto`: whichever is faster for as many orders.
 */
export type ReadingMode = 'auto' | 'pages' | 'bulk';

/** In the order of the documentation. */
export const readingModes: readonly ReadingMode[] = ['auto', 'pages', 'bulk'];

export const isReadingMode = (value: unknown): value is ReadingMode => readingModes.some((mode) => mode === value);
