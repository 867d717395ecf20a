import { type RawBuilder, sql } from 'kysely';

/*
 * Amounts of at most twelve characters are summed by the database in 64 bit integers, which nine million of them cannot
 * overflow. A longer one makes a group of its own, with those that equal it: so every sum is exact, whatever comes.
 * A sum leaves the database as text, because as a number it would lose its last digits.
 */
export const short = (column: 'total' | 'tax_collected' | 'amount' | 'reported_amount'): RawBuilder<string> =>
  sql`cast(coalesce(sum(case when length(${sql.ref(column)}) <= 12 then cast(${sql.ref(column)} as bigint) end), 0) as text)`;

export const long = (column: 'total' | 'tax_collected' | 'amount'): RawBuilder<string | null> =>
  sql`case when length(${sql.ref(column)}) > 12 then ${sql.ref(column)} end`;

/** What was collected for the entries of which the service reports a tax; both are short then. */
export const collectedBeside: RawBuilder<string> = sql`cast(coalesce(sum(case when reported_amount is not null then cast(tax_collected as bigint) end), 0) as text)`;

export const sumOf = (count: number, shortSum: string, longOne: string | null): bigint =>
  longOne === null ? BigInt(shortSum) : BigInt(longOne) * BigInt(count);

/** The number of a run, for statements that know it by its id. */
export const runOf = (runId: string): RawBuilder<number> => sql`(select number from run where id = ${runId})`;
