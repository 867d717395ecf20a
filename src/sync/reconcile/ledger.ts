import type { EntryAmounts } from '../../core/run.ts';
import { moneyIn } from '../money-in.ts';
import type { Totals, TotalsLine } from './reconciliation.ts';

/** Sums by currency, month and place, of both sides. */
export interface Ledger {
  readonly add: (side: 'source' | 'service', amounts: EntryAmounts) => void;
  /** In the order of currency, month and place. */
  readonly lines: () => readonly TotalsLine[];
}

interface Sum {
  readonly count: number;
  readonly total: bigint;
  readonly tax: bigint;
}

interface Sums {
  readonly amounts: EntryAmounts;
  readonly source: Sum;
  readonly service: Sum;
}

const nothing: Sum = { count: 0, total: 0n, tax: 0n };

const plus = ({ count, total, tax }: Sum, amounts: EntryAmounts): Sum => ({
  count: count + 1,
  total: total + amounts.total,
  tax: tax + amounts.taxCollected,
});

const toLine = ({ amounts: { currency, month, jurisdiction }, source, service }: Sums): TotalsLine => {
  const money = moneyIn(currency);
  const totals = ({ count, total, tax }: Sum): Totals => ({ count, total: money(total), taxCollected: money(tax) });
  return {
    currency,
    month,
    place: jurisdiction,
    source: totals(source),
    service: totals(service),
    isSame: source.count === service.count && source.total === service.total && source.tax === service.tax,
  };
};

export const ledger = (): Ledger => {
  const sums = new Map<string, Sums>();
  return {
    add: (side, amounts) => {
      const key = [amounts.currency, amounts.month, amounts.jurisdiction].join(' ');
      const before = sums.get(key) ?? { amounts, source: nothing, service: nothing };
      sums.set(key, { ...before, [side]: plus(before[side], amounts) });
    },
    lines: () => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => toLine(sum)),
  };
};
