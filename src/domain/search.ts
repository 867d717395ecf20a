/**
 * How many lines or matters may be searched for a part of a name, which reads each of them. Among more, only a whole number,
 * id, place or amount is found, by an index. Matters are fewer, because they do not lie next to each other in the database.
 */
export const maxSearchedForParts = { lines: 100_000, matters: 5_000 } as const;
