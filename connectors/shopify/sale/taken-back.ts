import { sum } from '../../../src/domain/money.ts';
import type { Refund, RefundPart } from '../../../src/mapping/sale.ts';
import type { LedgerEntry } from './ledger-entries.ts';
import { isAboutLine } from './line-of-entry.ts';
import { totalTax } from './taxes.ts';

/** The amounts of a refund, an edit or a return, in minor units. */
export type TakenBack = Pick<Refund, 'lines' | 'shipping' | 'adjustment' | 'total'>;

const sumOf = (entries: readonly LedgerEntry[]): RefundPart => {
  const taxes = entries.flatMap((entry) => entry.taxes);
  const tax = totalTax(taxes);
  return {
    amount: tax - sum(entries.map(({ gross }) => gross)),
    tax: -tax,
    taxes: taxes.map((one) => ({ ...one, amount: -one.amount })),
  };
};

/** What an agreement took off the order (positive) or added to it (negative). What is of no line is an adjustment. */
export const takenBack = (entries: readonly LedgerEntry[]): TakenBack => ({
  lines: entries
    .filter(isAboutLine)
    .filter(({ gross, taxes }) => gross !== 0n || totalTax(taxes) !== 0n)
    .map((entry) => ({ lineId: entry.lineId, quantity: Math.max(1, Math.abs(entry.units)), ...sumOf([entry]) })),
  shipping: sumOf(entries.filter(({ kind }) => kind === 'shipping')),
  adjustment: sumOf(entries.filter(({ kind }) => kind === 'unknown')),
  total: -sum(entries.map(({ gross }) => gross)),
});

/** Nothing, for money that settles what an edit or a return took off. */
export const nothingTakenBack: TakenBack = takenBack([]);
