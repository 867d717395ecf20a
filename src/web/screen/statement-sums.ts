import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { findCurrency, parseMinorUnits } from '../../domain/money.ts';
import type { Statement } from './statement.ts';

/** What the lines of a statement come to in one currency; money in minor units. */
export interface StatementSum {
  readonly currency: string;
  readonly count: number;
  readonly total: bigint;
  readonly taxCollected: bigint;
}

const amountOf = (code: string, decimals: string): bigint => {
  const amount = parseMinorUnits(O.getOrElse(() => ({ code, digits: 2 }))(findCurrency(code)))(decimals);
  return E.isRight(amount) ? amount.right : 0n;
};

/** The sums of a statement, currency by currency; the one with the most transactions first. */
export const statementSums = ({ totals }: Pick<Statement, 'totals'>): readonly StatementSum[] => {
  const sums = new Map<string, StatementSum>();
  for (const { currency, count, total, taxCollected } of totals) {
    const before = sums.get(currency) ?? { currency, count: 0, total: 0n, taxCollected: 0n };
    sums.set(currency, {
      currency,
      count: before.count + count,
      total: before.total + amountOf(currency, total),
      taxCollected: before.taxCollected + amountOf(currency, taxCollected),
    });
  }
  return [...sums.values()].sort((a, b) => b.count - a.count);
};
