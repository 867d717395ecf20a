import * as E from 'fp-ts/lib/Either.js';
import { type Currency, type MinorUnits, parseMinorUnits } from '../../../src/domain/money.ts';
import type { Money } from '../records/money.ts';

/** Reads the amounts of one order in one currency, and remembers the fields that it could not read. */
export interface AmountReader {
  /** Zero for a field that is empty. */
  readonly read: (money: Money | null | undefined, field: string) => MinorUnits;
  /** Notes that a field which the sale cannot do without was not among what was read. */
  readonly lacks: (field: string) => void;
  readonly problems: () => AmountProblems;
}

/** Names of fields, each once. */
export interface AmountProblems {
  readonly missing: readonly string[];
  /** Finer than the currency's smallest unit. */
  readonly inexact: readonly string[];
  /** Not an amount, or one in another currency than the order's. */
  readonly unreadable: readonly string[];
}

export const amountReader = (currency: Currency): AmountReader => {
  const parse = parseMinorUnits(currency);
  const missing = new Set<string>();
  const inexact = new Set<string>();
  const unreadable = new Set<string>();
  return {
    read: (money, field) => {
      if (money === null || money === undefined) return 0n;
      const isForeign = money.currencyCode !== null && money.currencyCode.toUpperCase() !== currency.code;
      const amount = parse(money.amount);
      if (!isForeign && E.isRight(amount)) return amount.right;
      // The amount stands for nothing from here on: an order with any of these problems is held.
      const isTooFine = !isForeign && /^-?\d+\.\d+$/.test(money.amount.trim());
      (isTooFine ? inexact : unreadable).add(field);
      return 0n;
    },
    lacks: (field) => {
      missing.add(field);
    },
    problems: () => ({ missing: [...missing], inexact: [...inexact], unreadable: [...unreadable] }),
  };
};
