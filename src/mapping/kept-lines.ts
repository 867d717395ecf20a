import { type Currency, formatMinorUnits, sum } from '../domain/money.ts';
import type { Policy } from './policy.ts';
import type { Decision, LineKind, Sale, SaleLine } from './sale.ts';

/** Which lines a transaction tells, and what is left out of it with the reason. */
export interface KeptLines {
  readonly kept: readonly SaleLine[];
  readonly leftOut: readonly SaleLine[];
  readonly decisions: readonly Decision[];
}

const reasons: Readonly<Record<LineKind, string>> = {
  goods: '',
  fee: '',
  'gift card': 'a gift card sold is money kept for later, not a sale of goods; it is told when it is spent',
  tip: 'a voluntary tip is no part of the price',
  duty: 'import duties go to the customs of another country',
};

/** Whether a line is told at all. */
export const isKeptLine = ({ tips }: Pick<Policy, 'tips'>, { kind }: Pick<SaleLine, 'kind'>): boolean =>
  kind === 'goods' || kind === 'fee' || (kind === 'tip' && tips === 'send');

const leaving = (currency: Currency, kind: LineKind, lines: readonly SaleLine[]): Decision => ({
  about: 'lineItems',
  value: `left out: ${formatMinorUnits(currency)(sum(lines.map(({ listed, discount }) => listed - discount)))} ${currency.code} of ${kind}`,
  reason: reasons[kind],
  fields: lines.map(({ id }) => id),
});

/** Goods and fees are told; gift cards, duties and (unless the policy sends them) tips are left out, each with its reason. */
export const keptLines = (policy: Policy, { lines, currency }: Sale): KeptLines => {
  const kept = lines.filter((line) => isKeptLine(policy, line));
  if (kept.length === lines.length) return { kept, leftOut: [], decisions: [] };
  const leftOut = lines.filter((line) => !isKeptLine(policy, line));
  const kinds = [...new Set(leftOut.map(({ kind }) => kind))];
  return {
    kept,
    leftOut,
    decisions: kinds.map((kind) =>
      leaving(
        currency,
        kind,
        leftOut.filter((line) => line.kind === kind),
      ),
    ),
  };
};
