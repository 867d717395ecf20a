/** Platforms write a missing value as null, an empty string or blanks. */
export const present = (text: string | null): string | null =>
  text === null || text.trim() === '' ? null : text.trim();
