/** A whole number as a database hands it out: SQLite as a number, PostgreSQL a BIGINT or a count as text. */
export const countOf = (value: number | string | bigint): number => Number(value);
