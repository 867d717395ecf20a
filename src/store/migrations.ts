import { tables, type TableSyntax } from './tables.ts';

/**
 * Every change of the tables, by its name, in the order of its number. Until 0.1.0 is published, `0001` itself is changed. A
 * migration that was published stays as it is: a new one follows it, and adds rather than alters, so that an older program
 * at work at the same time does no harm.
 */
export const migrations: Readonly<Record<string, (syntax: TableSyntax) => readonly string[]>> = {
  '0001-first-version': tables,
};
