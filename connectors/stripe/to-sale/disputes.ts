/** Works out how much of a sale a dispute took, and lists each dispute with what happened to it. */
import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import type { Adjustment } from '../../../src/domain/run.ts';
import type { Amendment } from '../../../src/mapping/sale.ts';
import type { Dispute } from '../records/dispute.ts';
import { shownCode } from '../records/codec.ts';
import { sum } from '../../../src/domain/money.ts';
import { noMoreThanLeft } from '../../../src/mapping/amounts.ts';
import { prorate, type StripeMoney } from './amounts.ts';

/** A dispute with the amount that it took of a sale. */
export interface DisputedMoney extends Pick<Dispute, 'id' | 'status' | 'charge'> {
  /** The contested or withdrawn amount, in Stripe's units of the sale's currency; null where Stripe does not show it. */
  readonly taken: bigint | null;
  /** When money last moved by it, in Unix seconds. */
  readonly finalAt: number;
}

type MoneyMoved = NonNullable<Dispute['balance_transactions']>[number];

/** Fees have another category. Old versions state no category. */
export const isOfSale = ({ reporting_category: category }: MoneyMoved): boolean =>
  category === null || category.startsWith('dispute');

type Money = Pick<StripeMoney, 'step' | 'currency'>;

/** The money of a dispute, dated by the last time that it moved money: Stripe states no day on which a dispute was decided. */
export const moneyOfDispute =
  (money: Money) =>
  (dispute: Dispute): DisputedMoney => {
    const { id, status, charge, created, balance_transactions: moved } = dispute;
    const days = status === 'lost' ? (moved ?? []).filter(isOfSale).map((one) => one.created ?? 0) : [];
    return { id, status, charge, taken: takenBy(money, dispute), finalAt: Math.max(created ?? 0, ...days) };
  };

export const isLost = ({ status }: Pick<Dispute, 'status'>): boolean => status === 'lost';

const messages: Readonly<Record<string, string>> = {
  won: 'the dispute was won; the money came back',
  lost: 'the dispute was lost; the bank took the money back, and it counts on the day on which money last moved by it',
  warning_closed: 'the inquiry was closed; no money moved',
  prevented: 'the dispute was prevented; no money moved by it',
};

const statusesWithoutLoss: ReadonlySet<string> = new Set([
  'won',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
  'prevented',
]);

/**
 * A dispute moves money without a refund, and reverses no tax by itself, so it is listed. A lost dispute is an amendment as well.
 */
export const adjustmentOfDispute =
  (currency: StripeMoney['currency'], lost: readonly Amendment[]) =>
  ({ id, taken, status, finalAt }: DisputedMoney): Adjustment => {
    const known =
      messages[status ?? ''] ?? `the payment is disputed (${status === null ? 'no status' : shownCode(status)})`;
    const ofSale = isLost({ status }) ? (lost.find((one) => one.id === id)?.total ?? 0n) : (taken ?? 0n);
    const message = taken !== null && ofSale < taken ? `${known}; ${noMoreThanLeft}` : known;
    return {
      kind: 'dispute',
      id,
      occurredAt: instantOfUnixSeconds(finalAt),
      currency: currency.code,
      amount: taken === null || statusesWithoutLoss.has(status ?? '') ? 0n : -ofSale,
      tax: null,
      sent: false,
      message: taken === null ? `${message}; its amount is in another currency` : message,
    };
  };

/** A lost dispute in another currency: held, with no parts. */
export const unclearDispute = ({ id, finalAt }: DisputedMoney): Amendment => ({
  kind: 'dispute',
  id,
  occurredAt: instantOfUnixSeconds(finalAt),
  isSettled: true,
  lines: [],
  shipping: { amount: 0n, tax: 0n },
  adjustment: { amount: 0n, tax: 0n },
  total: 0n,
  message: `dispute ${id} was lost, and its amount is in another currency than the sale`,
  isUnclear: true,
});

/**
 * The amount that a dispute took of a sale in this currency. For a lost dispute, the balance transactions state it: a part that
 * was refunded before is given back (docs.stripe.com/disputes, "Disputes on partially refunded payments"). If they are in another
 * currency, the kept part of the disputed amount counts.
 */
const takenBy = (money: Money, { amount, currency, status, balance_transactions: all }: Dispute): bigint | null => {
  const { code } = money.currency;
  const moved = status === 'lost' ? (all ?? []).filter(isOfSale) : [];
  if (moved.length > 0 && moved.every((one) => one.currency !== null && isIn(code, one.currency))) {
    return -amountOf(moved);
  }
  if (amount === null || !isIn(code, currency)) return null;
  const withdrawn = -amountOf(moved.filter((one) => (one.amount ?? 0n) < 0n));
  return withdrawn <= 0n ? amount : prorate(money, amount, withdrawn, -amountOf(moved));
};

const isIn = (code: string, currency: string | null): boolean => currency === null || currency.toUpperCase() === code;

const amountOf = (moved: readonly MoneyMoved[]): bigint => sum(moved.map(({ amount }) => amount ?? 0n));
