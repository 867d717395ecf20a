import type { LineAmounts } from '../../domain/run.ts';
import { moneyIn } from '../report/money-in.ts';
import type { DayLine, Totals, TotalsLine } from './reconciliation.ts';

/** Sums by currency, month and place, and counts by day, of both sides. */
export interface Ledger {
  /** `day`: of the sale, `YYYY-MM-DD`. */
  readonly add: (side: 'source' | 'service', amounts: LineAmounts, day: string) => void;
  /** A transaction that the service holds, and does not show the money of. `amounts`: where ours stands. */
  readonly addUnseen: (amounts: LineAmounts, day: string) => void;
  /** In the order of currency, month and place. */
  readonly lines: () => readonly TotalsLine[];
  /** In the order of the calendar. */
  readonly days: () => readonly DayLine[];
}

interface Sum {
  readonly count: number;
  readonly total: bigint;
  readonly tax: bigint;
}

interface Sums {
  readonly amounts: LineAmounts;
  readonly source: Sum;
  readonly service: Sum;
}

const nothing: Sum = { count: 0, total: 0n, tax: 0n };

const plus = ({ count, total, tax }: Sum, amounts: LineAmounts): Sum => ({
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
  const days = new Map<string, DayLine>();
  const add: Ledger['add'] = (side, amounts, day) => {
    const counted = days.get(day) ?? { day, source: 0, service: 0 };
    days.set(day, { ...counted, [side]: counted[side] + 1 });
    const key = [amounts.currency, amounts.month, amounts.jurisdiction].join(' ');
    const before = sums.get(key) ?? { amounts, source: nothing, service: nothing };
    sums.set(key, { ...before, [side]: plus(before[side], amounts) });
  };
  return {
    add,
    addUnseen: (amounts, day) => add('service', { ...amounts, total: 0n, taxCollected: 0n }, day),
    days: () => [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
    lines: () => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => toLine(sum)),
  };
};
