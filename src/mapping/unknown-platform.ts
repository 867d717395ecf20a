/** Stands for the platform of a storefront whose connector could not be opened: it may be any. */
export const unknownPlatform = 'unknown';
