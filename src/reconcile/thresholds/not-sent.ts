/** Sales that are not sent, by state and reason: what thresholds do not count, with its money. Pure. */
import { isSkipReason, type SkipReason } from '../../domain/exclusion.ts';
import { moneyIn } from '../../domain/money.ts';
import type { NotSentSales } from '../../domain/review-store.ts';
import { nexusThresholds } from '../../mapping/nexus-thresholds.ts';

/** Sales to a state that are not sent for the same reason. A null field is not known. */
export interface NotSentOfState {
  /** `TX` */
  readonly state: string | null;
  /** `waiting`: on hold or failed, for a person to decide. */
  readonly status: 'waiting' | 'skipped';
  /** `not paid`, `partially paid`: see `ReportLine`. */
  readonly reason: string;
  readonly currency: string | null;
  readonly count: number;
  /** With tax, as far as amounts are known, in that currency, as decimals. */
  readonly total: string;
}

const ofNoSale: ReadonlySet<string> = new Set<SkipReason>([
  ...(['belongs to another storefront', 'payment of another account', 'deleted on the platform'] as const),
]);

/** Whether it is a sale: otherwise another record is counted as the sale, or no record exists any more. */
export const isSaleNotSent = ({ reason }: Pick<NotSentSales, 'reason'>): boolean => !ofNoSale.has(reason);

/** First states with a threshold, then sales whose state is not known. */
export const notSentOfStates = (all: readonly NotSentSales[]): readonly NotSentOfState[] => {
  type Group = Omit<NotSentOfState, 'count' | 'total'>;
  const sums = new Map<string, { readonly of: Group; count: number; total: bigint }>();
  for (const { jurisdiction, reason, currency, count, total } of all.filter(isSaleNotSent)) {
    const state = stateOf(jurisdiction);
    if (state === undefined) continue;
    const key = `${state} ${reason} ${currency}`;
    const sum = sums.get(key) ?? {
      of: { state, status: isSkipReason(reason) ? 'skipped' : 'waiting', reason, currency },
      ...{ count: 0, total: 0n },
    };
    sum.count += count;
    sum.total += total;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .map(({ of, count, total }) => ({ ...of, count, total: moneyIn(of.currency ?? 'USD')(total) }))
    .sort(inOrder);
};

/** Undefined for a place without a threshold. */
const stateOf = (jurisdiction: string | null): string | null | undefined => {
  if (jurisdiction === null || jurisdiction === 'US') return null;
  return Object.hasOwn(nexusThresholds, jurisdiction) ? jurisdiction : undefined;
};

const inOrder = (a: NotSentOfState, b: NotSentOfState): number =>
  nullLast(a.state, b.state) ||
  // On hold or failed first.
  b.status.localeCompare(a.status) ||
  a.reason.localeCompare(b.reason) ||
  nullLast(a.currency, b.currency);

const nullLast = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : a.localeCompare(b);
