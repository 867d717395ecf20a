/** Platforms write "nothing" as null, as an empty string, and as blanks. */
export const present = (text: string | null): string | null =>
  text === null || text.trim() === '' ? null : text.trim();
