import { type RawBuilder, sql } from 'kysely';

/**
 * Amounts of at most twelve characters are summed by the database in 64 bit integers, which nine million of them cannot
 * overflow. A longer one is a group of its own, with those that equal it: so every sum is exact. A sum leaves the
 * database as text, because a number would lose its last digits.
 */
export const sumOfShortAmounts = (
  column: 'total' | 'tax_collected' | 'amount' | 'reported_amount',
): RawBuilder<string> =>
  sql`cast(coalesce(sum(case when length(${sql.ref(column)}) <= 12 then cast(${sql.ref(column)} as bigint) end), 0) as text)`;

export const longAmount = (column: 'total' | 'tax_collected' | 'amount'): RawBuilder<string | null> =>
  sql`case when length(${sql.ref(column)}) > 12 then ${sql.ref(column)} end`;

export const exactSum = (count: number, shortSum: string, longOne: string | null): bigint =>
  longOne === null ? BigInt(shortSum) : BigInt(longOne) * BigInt(count);
