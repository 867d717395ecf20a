/**
 * Among more than this, a text is a whole number, id, place or amount, which an index finds: each line would have to be read for a
 * part of a name. Each matter of the inbox is in another place, and costs as much as many lines in a row.
 */
export const maxSearchedForParts = { lines: 100_000, matters: 5_000 } as const;
