/** Adds up report totals for the screen, by month, jurisdiction or currency, in exact minor units. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import { findCurrency, parseMinorUnits } from '../../domain/money.ts';
import type { Statement } from '../../operations/statement.ts';
import type { OutcomeTotal } from '../../domain/review-store.ts';

export interface Sum {
  readonly count: number;
  /** Minor units. */
  readonly total: bigint;
  /** Minor units. */
  readonly taxCollected: bigint;
}

const zero: Sum = { count: 0, total: 0n, taxCollected: 0n };

export const addUp = (parts: readonly Sum[]): Sum =>
  parts.reduce<Sum>(
    (all, { count, total, taxCollected }) => ({
      count: all.count + count,
      total: all.total + total,
      taxCollected: all.taxCollected + taxCollected,
    }),
    zero,
  );

/** Groups in the order of their keys. */
export const groupBy = <A extends Sum>(
  parts: readonly A[],
  keyOf: (part: A) => string,
): readonly { readonly key: string; readonly sum: Sum; readonly parts: readonly A[] }[] => {
  const groups = new Map<string, A[]>();
  for (const part of parts) {
    const key = keyOf(part);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [part]);
    else group.push(part);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => ({ key, sum: addUp(group), parts: group }));
};

/** Whether the transaction is in the service or, in a preview, would be sent. */
export const isSent = ({ outcome, reason }: Pick<OutcomeTotal, 'outcome' | 'reason'>): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent' || reason === 'would be sent';

/** Sums of the transactions that are or would be in the service, by currency, the one with the most transactions first. */
export const currencySums = (totals: readonly OutcomeTotal[]): readonly (Sum & { readonly currency: string })[] =>
  [...groupBy(totals.filter(isSent), ({ currency }) => currency)]
    .map(({ key, sum }) => ({ currency: key, ...sum }))
    .sort((a, b) => b.count - a.count);

/** Thousandths of the largest value; at least 1 for anything but zero. */
export const shareOf = (value: bigint, largest: bigint): number =>
  value === 0n || largest === 0n ? 0 : Math.max(1, Number((magnitude(value) * 1000n) / magnitude(largest)));

export const largestOf = (values: readonly bigint[]): bigint =>
  values.map(magnitude).reduce((largest, value) => (value > largest ? value : largest), 0n);

/** The sum of a statement's lines in one currency. Money in minor units. */
export interface StatementSum extends Sum {
  readonly currency: string;
}

/** Decimals of a currency as minor units. */
export const amountOf = (code: string, decimals: string): bigint =>
  pipe(
    decimals,
    parseMinorUnits(O.getOrElse(() => ({ code, digits: 2 }))(findCurrency(code))),
    E.getOrElse(() => 0n),
  );

/** The sums of a statement by currency, the one with the most transactions first. */
export const statementSums = ({ totals }: Pick<Statement, 'totals'>): readonly StatementSum[] => {
  const sums = totals.map(({ currency, count, total, taxCollected }) => ({
    currency,
    count,
    total: amountOf(currency, total),
    taxCollected: amountOf(currency, taxCollected),
  }));
  return groupBy(sums, ({ currency }) => currency)
    .map(({ key, sum }) => ({ currency: key, ...sum }))
    .sort((a, b) => b.count - a.count);
};

/** Sums of the newest months, as many whole months as there is room for, and at least one. */
export const newestMonths = <A extends { readonly month: string }>(sums: readonly A[], room: number): readonly A[] => {
  const months = new Map<string, A[]>();
  for (const sum of sums) {
    const ofMonth = months.get(sum.month);
    if (ofMonth === undefined) months.set(sum.month, [sum]);
    else ofMonth.push(sum);
  }
  const shown: A[] = [];
  for (const [, ofMonth] of [...months].sort(([a], [b]) => (a < b ? 1 : -1))) {
    if (shown.length > 0 && shown.length + ofMonth.length > room) break;
    shown.push(...ofMonth);
  }
  return shown;
};

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
